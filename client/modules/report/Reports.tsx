import { report } from '@lobby/shared/modules/report.ts';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { DetailDrawer } from '../../kit/ui/detail/drawer/DetailDrawer.tsx';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { ListPage } from '../../kit/ui/list/ListPage.tsx';

const FORM = pairedForm(['name', 'folder'], ['description']);

/** Saved reports, own and shared. */
export function Reports() {
  const { t } = useTranslation('report');
  const { idUnitGroup = '' } = useParams();
  const navigate = useNavigate();
  const go = (to: string) => void navigate(`/projects/${idUnitGroup}/report/${to}`);
  return (
    <ListPage
      definition={report}
      widths={{
        name: 240,
        folder: 120,
        source: 140,
        ownerId: 160,
        shared: 104,
        lastRunAt: 150,
        runs: 100,
        status: 124,
      }}
      createLabel={t('actions.create')}
      onCreate={() => go('new')}
      drawer={(id, nav) => (
        <DetailDrawer
          definition={report}
          id={id}
          nav={nav}
          form={FORM}
          actionsExtra={() => <Button onClick={() => go(id)}>{t('ui.open')}</Button>}
        />
      )}
    />
  );
}
