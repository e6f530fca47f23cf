// Loaded before everything else in each process of the tests (`--import`): shifts the clock to the day of the tests, whatever day it is.
// Dates in tests stay as near as when they were written; time passes as usual.
const ahead = Number(process.env.CLOCK_AHEAD_MS ?? 0);
if (ahead !== 0) {
  const Real = Date;
  const now = () => Real.now() + ahead;
  globalThis.Date = new Proxy(Real, {
    apply: () => new Real(now()).toString(),
    construct: (target, given, made) => Reflect.construct(target, given.length > 0 ? given : [now()], made),
    get: (target, key) => (key === 'now' ? now : target[key]),
  });
}
