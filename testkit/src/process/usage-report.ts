/** Imported before a measured program: tells the bench, over the channel between them, what was used. */
let peak = 0;
let watching: NodeJS.Timeout | undefined;

/** Milliseconds between two looks at the memory while it is watched. */
const LOOK = 20;

function look(): void {
  peak = Math.max(peak, process.memoryUsage.rss());
}

process.on('message', (question) => {
  if (question === 'watch') {
    peak = 0;
    watching ??= setInterval(look, LOOK).unref();
  }
  if (question === 'unwatch') {
    clearInterval(watching);
    watching = undefined;
  }
  look();
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system, rss: process.memoryUsage.rss(), peak });
});
// Listening must not keep a program alive that has ended its work.
process.channel?.unref();
