/** Does something with each, so many at a time. */
export async function eachOf<T>(list: readonly T[], atOnce: number, run: (one: T) => Promise<void>): Promise<void> {
  const left = [...list];
  const turn = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await run(one);
  };
  await Promise.all(Array.from({ length: atOnce }, turn));
}

/** A number of things, made so many at a time. */
export async function make<T>(count: number, atOnce: number, run: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  await eachOf(
    Array.from({ length: count }, (_, n) => n),
    atOnce,
    async () => void made.push(await run()),
  );
  return made;
}
