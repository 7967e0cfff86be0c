/* SPDX-License-Identifier: MIT */
/* A wire with a delay, for kernels without netem: frames of one TAP device come out of the other so much later, in their order.
 * usage: relay NETNS-A NETNS-B DEVICE DELAY-US: makes DEVICE in both namespaces, says "ready", forwards until it is ended.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { FRAME_MAX = 2048, FRAMES = 8192, SPIN_NS = 2000000 /* timers may be no finer than this */ };

struct frame {
    uint64_t due_ns;
    size_t n;
    char bytes[FRAME_MAX];
};

struct way {
    int from, to;
    size_t first, count;
    struct frame *frame; /* a ring */
};

static uint64_t now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static int device_open(const char *netns, const char *device)
{
    char path[128];
    struct ifreq request = { 0 };
    int namespace, tun;

    snprintf(path, sizeof path, "/run/netns/%s", netns);
    namespace = open(path, O_RDONLY | O_CLOEXEC);
    if (namespace < 0 || setns(namespace, CLONE_NEWNET))
        return -1;
    close(namespace);
    tun = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
    request.ifr_flags = IFF_TAP | IFF_NO_PI;
    snprintf(request.ifr_name, sizeof request.ifr_name, "%s", device);
    if (tun < 0 || ioctl(tun, TUNSETIFF, &request))
        return -1;
    return tun;
}

/* A full ring drops, as a full queue of a switch does. */
static void frames_read(struct way *w, uint64_t delay_ns)
{
    while (w->count < FRAMES) {
        struct frame *f = &w->frame[(w->first + w->count) % FRAMES];
        ssize_t n = read(w->from, f->bytes, sizeof f->bytes);

        if (n <= 0)
            return;
        f->n = (size_t)n;
        f->due_ns = now_ns() + delay_ns;
        w->count++;
    }
}

static void frames_write(struct way *w)
{
    while (w->count && w->frame[w->first].due_ns <= now_ns()) {
        struct frame *f = &w->frame[w->first];

        if (write(w->to, f->bytes, f->n) < 0 && errno == EAGAIN)
            return;
        w->first = (w->first + 1) % FRAMES;
        w->count--;
    }
}

static struct timespec until_due(const struct way w[2])
{
    uint64_t now = now_ns(), wait = 1000000000;

    for (int i = 0; i < 2; i++)
        if (w[i].count) {
            uint64_t due = w[i].frame[w[i].first].due_ns;
            uint64_t left = due > now ? due - now : 0;

            left = left > SPIN_NS ? left - SPIN_NS : 0;
            wait = left < wait ? left : wait;
        }
    return (struct timespec){ (time_t)(wait / 1000000000), (long)(wait % 1000000000) };
}

int main(int argc, char **argv)
{
    struct way w[2] = { 0 };
    uint64_t delay_ns;
    int a, b;

    if (argc != 5)
        return 2;
    delay_ns = (uint64_t)(strtod(argv[4], NULL) * 1000);
    a = device_open(argv[1], argv[3]);
    b = device_open(argv[2], argv[3]);
    w[0] = (struct way){ .from = a, .to = b, .frame = calloc(FRAMES, sizeof(struct frame)) };
    w[1] = (struct way){ .from = b, .to = a, .frame = calloc(FRAMES, sizeof(struct frame)) };
    if (a < 0 || b < 0 || !w[0].frame || !w[1].frame) {
        fprintf(stderr, "relay: %s\n", strerror(errno));
        return 1;
    }
    /* Ranks that wait take whole processors: without it a frame would wait for its turn and not for its delay. */
    sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){ .sched_priority = 10 });
    printf("ready\n");
    fflush(stdout);
    for (;;) {
        struct pollfd fd[2] = { { a, POLLIN, 0 }, { b, POLLIN, 0 } };
        struct timespec wait = until_due(w);

        ppoll(fd, 2, &wait, NULL);
        for (int i = 0; i < 2; i++) {
            frames_read(&w[i], delay_ns);
            frames_write(&w[i]);
        }
    }
}
