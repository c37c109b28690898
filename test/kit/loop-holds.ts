/** How long the event loop was held in one go at most while something ran, in ms of this thread's own time. */
export async function longestHold(act: () => Promise<unknown>): Promise<number> {
  const spent = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let [last, longest, isOver] = [spent(), 0, false];
  // Not by the clock: a busy machine takes the processor away for longer than that.
  const turn = () => {
    const now = spent();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await act().finally(() => {
    isOver = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return longest;
}
