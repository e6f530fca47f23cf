import { useAtomValue } from 'jotai';
import { WifiOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { connectionAtom } from '../../kit/live/connection.ts';
import { checkNow } from '../../kit/live/live.ts';
import { Banner } from '../../kit/ui/states/Banner.tsx';

/** Reports an unstable connection once, and shows a lost one with its start; reading stays possible (rules.md 9). */
export function ConnectionBanner() {
  const { t } = useTranslation(['kit', 'shell', 'common']);
  const { time } = useFormats();
  const { state, since } = useAtomValue(connectionAtom);
  // Reported once per change, regardless of renders.
  const reported = useRef(state);
  useEffect(() => {
    if (state === 'unstable' && reported.current !== state)
      toast({ tone: 'waiting', title: t('kit:connection.unstable') });
    reported.current = state;
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
