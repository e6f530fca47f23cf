/** Whether everything is proved in this run (`npm run prove`, or selected files), unlike in `npm test`. */
export const isWhole = Boolean(process.env.PROVE || process.env.LONG || process.env.FILTERED);

/** Number of repetitions: all in full runs, fewer in `npm test`. */
export const few = (all: number, some: number): number => (isWhole ? all : some);
