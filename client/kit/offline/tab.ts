const KEY = 'lobby.tab';
const lockOf = (tab: string) => `lobby-tab-${tab}`;

/**
 * How long a reloaded page waits for its predecessor to release their name, in ms; after a tab was duplicated, the original
 * never releases it.
 */
const LETS_GO_MS = 2000;

const locks = () => (globalThis.document ? globalThis.navigator?.locks : undefined);
let ownName = globalThis.sessionStorage?.getItem(KEY) ?? renew();
/** Null once this tab has its final name. */
let settling: Promise<void> | null = begin();

function renew(): string {
  const fresh = crypto.randomUUID();
  globalThis.sessionStorage?.setItem(KEY, fresh);
  return fresh;
}

/**
 * Holds a lock that shows other tabs that this one exists. A duplicated tab starts with the name of the original and takes
 * another.
 */
function begin(): Promise<void> | null {
  const all = locks();
  if (!all) return null;
  return hold(all, ownName)
    .catch(() => {
      ownName = renew();
      return hold(all, ownName).catch(() => {});
    })
    .then(() => {
      settling = null;
    });
}

/** Holds the lock on a name; rejects if another tab keeps it. */
function hold(all: LockManager, tab: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const held = () => {
      resolve();
      return new Promise<void>(() => {});
    };
    all.request(lockOf(tab), { signal: AbortSignal.timeout(LETS_GO_MS) }, held).catch(reject);
  });
}

/** Name of this tab: stable over reloads, unique among tabs. */
export const tabName = (): string => ownName;

/** Resolves once no other tab has the same name; null if that is already so. */
export const tabSettling = (): Promise<void> | null => settling;

/** Names of open tabs; null if the browser cannot tell. */
export async function openTabs(): Promise<ReadonlySet<string> | null> {
  const state = await locks()?.query();
  const held = state?.held?.map(({ name = '' }) => name);
  return held
    ? new Set(held.flatMap(name => (name.startsWith(lockOf('')) ? name.slice(lockOf('').length) : [])))
    : null;
}
