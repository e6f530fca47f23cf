/** Whether all is proved in this run (`npm run prove`, or files that somebody named) and not what `npm test` holds. */
export const isWhole = Boolean(process.env.PROVE || process.env.LONG || process.env.FILTERED);

/** How many of something that is raced or repeated: all where everything is proved, fewer in each run of `npm test`. */
export const few = (all: number, some: number): number => (isWhole ? all : some);
