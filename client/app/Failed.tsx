import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { ErrorPage } from '../shell/ErrorPage.tsx';

const RELOADED = 'lobby.reloaded';
/** A screen that is still missing so soon after a reload will not be there after another. */
const SOON_MS = 60_000;

const isMissing = (error: unknown) => error instanceof TypeError && /import|fetch|module/i.test(error.message);

function mayReload(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(RELOADED)) > SOON_MS;
  } catch {
    // Without a memory of it, it could go on for ever.
    return false;
  }
}

/** What the reader sees when a screen breaks; one that could not be fetched (a new version was put out) reloads the page, once. */
export function Failed({ inside = false }: { inside?: boolean }) {
  const error = useRouteError();
  // Decided once: what is remembered below must not change it.
  const [reload] = useState(() => isMissing(error) && navigator.onLine && mayReload());
  const [awaited] = useState(() => isMissing(error) && !navigator.onLine);
  useEffect(() => {
    const again = () => {
      sessionStorage.setItem(RELOADED, String(Date.now()));
      location.reload();
    };
    if (reload) again();
    // Without a network a reload would leave nothing at all.
    if (awaited) addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [reload, awaited]);
  return reload ? null : <ErrorPage code={500} inside={inside} onHome={() => location.assign('/')} />;
}
