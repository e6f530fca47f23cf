const KEY = 'lobby.tab';
const lockOf = (tab: string) => `lobby-tab-${tab}`;

/** How long a reloaded page waits for the one before it to let go of their name, ms; of a copied tab the first never does. */
const LETS_GO_MS = 2000;

const locks = () => (globalThis.document ? globalThis.navigator?.locks : undefined);
let own = globalThis.sessionStorage?.getItem(KEY) ?? renew();
/** Null once this tab has its name for good. */
let settling: Promise<void> | null = begin();

function renew(): string {
  const fresh = crypto.randomUUID();
  globalThis.sessionStorage?.setItem(KEY, fresh);
  return fresh;
}

/** Says to other tabs that this one lives, until it is closed. A copied tab comes with the name of the first: it takes another. */
function begin(): Promise<void> | null {
  const all = locks();
  if (!all) return null;
  return hold(all, own)
    .catch(() => {
      own = renew();
      return hold(all, own).catch(() => {});
    })
    .then(() => {
      settling = null;
    });
}

/** Holds a name; fails where another tab goes on holding it. */
function hold(all: LockManager, tab: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const held = () => {
      resolve();
      return new Promise<void>(() => {});
    };
    all.request(lockOf(tab), { signal: AbortSignal.timeout(LETS_GO_MS) }, held).catch(reject);
  });
}

/** The name of this tab: the same over reloads, another than that of any other tab. */
export const tabName = (): string => own;

/** Waits until the name is this tab's alone; null where it is. */
export const tabSettling = (): Promise<void> | null => settling;

/** The tabs that are open; null where the browser cannot tell. */
export async function openTabs(): Promise<ReadonlySet<string> | null> {
  const state = await locks()?.query();
  const held = state?.held?.map(({ name = '' }) => name);
  return held
    ? new Set(held.flatMap(name => (name.startsWith(lockOf('')) ? name.slice(lockOf('').length) : [])))
    : null;
}
