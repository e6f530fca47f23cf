import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FailedRead, FailedReads, HasFailed } from '../../live/failed-reads.ts';
import { Banner } from './Banner.tsx';

/** A part of a screen that shows failed reads that no component shows, with a retry button. */
export function ReadFailures({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common');
  const [failed, setFailed] = useState<readonly FailedRead[]>([]);
  const add = useCallback((read: FailedRead) => {
    setFailed(all => [...all, read]);
    return () => setFailed(all => all.filter(other => other !== read));
  }, []);
  const retry = () => {
    for (const { again } of failed) again();
  };
  const [first] = failed;
  return (
    <FailedReads value={add}>
      {first && (
        <Banner
          tone="bad"
          icon={TriangleAlert}
          title={t('error.part')}
          action={{ label: t('act.retry'), onAct: retry }}
        >
          {first.error.message}
        </Banner>
      )}
      <HasFailed value={failed.length > 0}>{children}</HasFailed>
    </FailedReads>
  );
}
