/** Indexes of partners that other parts of the demo refer to. */
export const PARTNER = {
  lifts: 0,
  fire: 1,
  power: 6,
  inspection: 8,
  generators: 9,
  finish: 10,
  doors: 11,
} as const;
