import { useAtomValue } from 'jotai';
import { WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { connectionAtom } from '../kit/connection.ts';
import { useFormats } from '../kit/formats.ts';
import { checkNow } from '../kit/live.ts';
import { Banner } from '../kit/ui/Banner.tsx';
import { toast } from '../kit/ui/toast.ts';

/** Says once that the connection is unstable, and for as long as it is lost, since when; reading goes on (rules.md 9). */
export function ConnectionBanner() {
  const { t } = useTranslation(['kit', 'shell', 'common']);
  const { time } = useFormats();
  const { state, since } = useAtomValue(connectionAtom);
  useEffect(() => {
    if (state === 'unstable') toast({ tone: 'waiting', title: t('kit:connection.unstable') });
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
