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

/**
 * Holds a lock that shows other tabs that this one exists. A duplicated tab starts with the name of the original and takes
 * another.
 */
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

/** Name of this tab: stable over reloads, unique among tabs. */
export const tabName = (): string => own;

/** Names of open tabs; null if the browser cannot tell. */
export async function openTabs(): Promise<ReadonlySet<string> | null> {
  const state = await locks()?.query();
  const held = state?.held?.map(({ name = '' }) => name);
  return held
    ? new Set(held.flatMap(name => (name.startsWith(lockOf('')) ? name.slice(lockOf('').length) : [])))
    : null;
}
