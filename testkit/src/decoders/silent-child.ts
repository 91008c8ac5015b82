/** A decoder process that is never ready. */
process.stdin.resume();
