import { billRun } from '@lobby/shared/modules/bill-run.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCan } from '../../kit/session/permissions.ts';
import { DetailDrawer } from '../../kit/ui/detail/DetailDrawer.tsx';
import { ListPage } from '../../kit/ui/list/ListPage.tsx';
import { ResultTab } from './ResultTab.tsx';
import { StartDialog } from './StartDialog.tsx';

const WIDTHS = {
  month: 104,
  serviceIds: 200,
  units: 88,
  done: 92,
  made: 100,
  skipped: 92,
  failed: 84,
  outliers: 96,
  total: 148,
  startedBy: 160,
};

/** The making of a month's bills: chosen, looked at, then made in the background for all to see. */
export function Component() {
  const { t } = useTranslation('bill-run');
  const mayWrite = useCan(billRun.code, 'write');
  const [starting, setStarting] = useState(false);
  const [, setParams] = useSearchParams();
  const opened = (id: string) => {
    setStarting(false);
    setParams(now => {
      now.set('id', id);
      return now;
    });
  };
  return (
    <>
      <ListPage
        definition={billRun}
        widths={WIDTHS}
        hidden={['blockIds', 'dryRun', 'failed', 'createdAt']}
        {...(mayWrite && { createLabel: t('actions.create'), onCreate: () => setStarting(true) })}
        drawer={(id, nav) => (
          <DetailDrawer
            definition={billRun}
            id={id}
            nav={nav}
            extraTabs={of => [{ value: 'result', label: t('preview.tab'), content: <ResultTab id={of} /> }]}
          />
        )}
      />
      {starting && <StartDialog open onClose={() => setStarting(false)} onStarted={opened} />}
    </>
  );
}
