// Read before all else in each process of the tests (`--import`): it is the day of the tests there, not today, whatever the hour is.
// What stands in tests as a date stays as near as it was; time itself goes on as ever.
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
