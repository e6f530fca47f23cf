import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { EmptyState } from '../kit/ui/EmptyState.tsx';
import { ErrorPage } from '../shell/ErrorPage.tsx';

const RELOADED = 'lobby.reloaded';
/** A screen that is still missing so soon after a reload will not be there after another. */
const SOON_MS = 60_000;
const AGAIN_MS = 2000;

/** What Chromium, Firefox and Safari say of code that could not be fetched; a fault of ours that speaks of modules is none. */
const MISSING = /dynamically imported module|importing a module script|unable to preload/i;
const isMissing = (error: unknown) => error instanceof Error && MISSING.test(error.message);

function mayReload(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(RELOADED)) > SOON_MS;
  } catch {
    // Without a memory of it, it could go on for ever.
    return false;
  }
}

/** Whether this page could be loaded again: without a network a reload would leave nothing at all. */
const isServed = () =>
  fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/** What the reader sees when a screen breaks; one that could not be fetched (a new version was put out, no network) reloads the page, once. */
export function RouteError({ inside = false }: { inside?: boolean }) {
  const { t } = useTranslation('shell');
  const error = useRouteError();
  // Decided once: what is remembered below must not change it.
  const [reload] = useState(() => isMissing(error) && mayReload());
  const [awaited, setAwaited] = useState(false);
  useEffect(() => {
    if (!reload) return;
    let wanted = true;
    const tryAgain = async () => {
      while (wanted && !(await isServed())) {
        setAwaited(true);
        await new Promise(done => setTimeout(done, AGAIN_MS));
      }
      if (!wanted) return;
      sessionStorage.setItem(RELOADED, String(Date.now()));
      location.reload();
    };
    void tryAgain();
    return () => {
      wanted = false;
    };
  }, [reload]);
  if (!reload) return <ErrorPage code={500} inside={inside} onHome={() => location.assign('/')} />;
  return awaited ? (
    <EmptyState page icon={WifiOff} title={t('offline.title')}>
      {t('offline.awaited')}
    </EmptyState>
  ) : null;
}
