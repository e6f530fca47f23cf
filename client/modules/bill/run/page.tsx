import { billRun } from '@lobby/shared/modules/bill-run.ts';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCan } from '../../../kit/session/permissions.ts';
import { DetailDrawer } from '../../../kit/ui/detail/drawer/DetailDrawer.tsx';
import { ListPage } from '../../../kit/ui/list/ListPage.tsx';
import { ScreenParts } from '../../../kit/ui/pages/ScreenParts.tsx';
import { thisMonth } from '../../../kit/ui/today.ts';
import { OneUnit } from './OneUnit.tsx';
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

/** Billing runs: choice, preview, and creation in the background. */
export function Component() {
  const { t } = useTranslation('bill-run');
  const mayWrite = useCan(billRun.code, 'write');
  const [params, setParams] = useSearchParams();
  // While the start dialog is open, its month is part of the address.
  const startMonth = params.get('start');
  const start = (month: string | null, id?: string) =>
    setParams(now => {
      if (month) now.set('start', month);
      else now.delete('start');
      if (id) {
        now.set('id', id);
        now.delete('part');
      }
      return now;
    });
  const runs = (
    <>
      <ListPage
        definition={billRun}
        widths={WIDTHS}
        {...(mayWrite && { createLabel: t('actions.create'), onCreate: () => start(thisMonth()) })}
        drawer={(id, nav) => (
          <DetailDrawer
            definition={billRun}
            id={id}
            nav={nav}
            first="result"
            extraTabs={of => [{ value: 'result', label: t('preview.tab'), content: <ResultTab id={of} /> }]}
          />
        )}
      />
      {mayWrite && startMonth && (
        <StartDialog open month={startMonth} onClose={() => start(null)} onStarted={id => start(null, id)} />
      )}
    </>
  );
  return (
    <ScreenParts
      label={t('plural')}
      parts={[
        { value: 'runs', label: t('plural'), content: runs },
        { value: 'unit', label: t('one.title'), content: <OneUnit onStarted={id => start(null, id)} /> },
      ]}
    />
  );
}
