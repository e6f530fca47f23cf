import { useAtomValue } from 'jotai';
import { WifiOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../kit/base/toast.ts';
import { useFormats } from '../kit/i18n/formats.ts';
import { connectionAtom } from '../kit/live/connection.ts';
import { checkNow } from '../kit/live/live.ts';
import { Banner } from '../kit/ui/Banner.tsx';

/** Says once that the connection is unstable, and for as long as it is lost, since when; reading goes on (rules.md 9). */
export function ConnectionBanner() {
  const { t } = useTranslation(['kit', 'shell', 'common']);
  const { time } = useFormats();
  const { state, since } = useAtomValue(connectionAtom);
  // Said once for each change, whatever else is drawn anew meanwhile.
  const said = useRef(state);
  useEffect(() => {
    if (state === 'unstable' && said.current !== state) toast({ tone: 'waiting', title: t('kit:connection.unstable') });
    said.current = state;
  }, [state, t]);
  if (state !== 'offline') return null;
  return (
    <Banner
      tone="waiting"
      icon={WifiOff}
      title={t('shell:offline.title')}
      action={{ label: t('common:act.retry'), onAct: checkNow }}
    >
      {t('shell:offline.seen', { time: time(since) })}
    </Banner>
  );
}
