const KEY = 'lobby.tab';
const lockOf = (tab: string) => `lobby-tab-${tab}`;

const locks = () => (globalThis.document ? globalThis.navigator?.locks : undefined);
let own = begin();

function begin(): string {
  const kept = globalThis.sessionStorage?.getItem(KEY);
  return kept ? hold(kept) : renew();
}

function renew(): string {
  const fresh = crypto.randomUUID();
  globalThis.sessionStorage?.setItem(KEY, fresh);
  return hold(fresh);
}

/** Says to other tabs that this one lives, until it is closed. A copied tab comes with the name of the first: it takes another. */
function hold(tab: string): string {
  void locks()
    ?.request(lockOf(tab), { ifAvailable: true }, lock => {
      if (lock) return new Promise<void>(() => {});
      own = renew();
      return undefined;
    })
    .catch(() => {});
  return tab;
}

/** The name of this tab: the same over reloads, another than that of any other tab. */
export const tabName = (): string => own;

/** The tabs that are open; null where the browser cannot tell. */
export async function openTabs(): Promise<ReadonlySet<string> | null> {
  const state = await locks()?.query();
  const held = state?.held?.map(({ name = '' }) => name);
  return held
    ? new Set(held.flatMap(name => (name.startsWith(lockOf('')) ? name.slice(lockOf('').length) : [])))
    : null;
}
