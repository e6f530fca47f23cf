import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { EmptyState } from '../../kit/ui/states/EmptyState.tsx';
import { ErrorPage } from '../../shell/ErrorPage.tsx';

const RELOADED = 'lobby.reloaded';
/** If a screen is still missing this soon after a reload, another reload will not help. */
const SOON_MS = 60_000;
const AGAIN_MS = 2000;

/** Messages of Chromium, Firefox and Safari for code that could not be fetched, as opposed to our own errors about modules. */
const MISSING = /dynamically imported module|importing a module script|unable to preload/i;
const isMissing = (error: unknown) => error instanceof Error && MISSING.test(error.message);

function mayReload(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(RELOADED)) > SOON_MS;
  } catch {
    // Without stored state it could reload forever.
    return false;
  }
}

/** Whether the page can be loaded at all: without a network a reload would leave nothing. */
const isServed = () =>
  fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/** Error page of a screen. If its code could not be fetched (new version, no network), reloads the page once. */
export function RouteError({ inside = false }: { inside?: boolean }) {
  const { t } = useTranslation('shell');
  const error = useRouteError();
  // Decided once, because the stored time below must not change it.
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
