/**
 * The longest that one turn of the event loop took while the work went on, in milliseconds of this thread's own time:
 * what other programs take of the machine does not count. The best of three, because the first is compiled meanwhile.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  return Math.min(await once(work), await once(work), await once(work));
}

async function once(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  let before = spent();
  const look = () => {
    const now = spent();
    longest = Math.max(longest, now - before);
    before = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isOver = true;
  look();
  return longest;
}

function spent(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
