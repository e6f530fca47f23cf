import { tariff } from '@lobby/shared/modules/tariff.ts';
import { formula, surcharge, tariffVersion } from '@lobby/shared/modules/tariff-version.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DetailDrawer } from '../../kit/ui/detail/drawer/DetailDrawer.tsx';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { FormDialog } from '../../kit/ui/form/FormDialog.tsx';
import { ListPage } from '../../kit/ui/list/ListPage.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { VersionForm } from './VersionForm.tsx';
import { VersionsTab } from './VersionsTab.tsx';

const FORM = pairedForm(['code', 'name', 'group', 'active'], ['note']);
const FORMULA = pairedForm(['code', 'name', 'type', 'tierPeople', 'noPeopleTier'], ['tiers', 'parts']);
const SURCHARGE = pairedForm(['code', 'name', 'nameEn', 'percent', 'active']);
const WIDTHS = { code: 120, name: 240, group: 140, priceNow: 190, effectiveNow: 132, nextFrom: 132, services: 100 };

/** Tariffs; after creating one its first prices are asked for. */
function Tariffs() {
  const { t } = useTranslation('tariff');
  const { t: say } = useTranslation('tariff-version');
  const [creating, setCreating] = useState(false);
  const [unpriced, setUnpriced] = useState<string | null>(null);
  return (
    <>
      <ListPage
        definition={tariff}
        widths={WIDTHS}
        createLabel={t('actions.create')}
        onCreate={() => setCreating(true)}
        drawer={(id, nav) => (
          <DetailDrawer
            definition={tariff}
            id={id}
            nav={nav}
            form={FORM}
            extraTabs={tariffId => [
              { value: 'versions', label: say('plural'), content: <VersionsTab id={tariffId} /> },
            ]}
          />
        )}
      />
      <FormDialog
        {...FORM}
        open={creating}
        definition={tariff}
        onSaved={row => {
          setCreating(false);
          setUnpriced(row.id);
        }}
        onCancel={() => setCreating(false)}
      />
      {unpriced && <VersionForm tariffId={unpriced} onClose={() => setUnpriced(null)} />}
    </>
  );
}

/** Tariffs, formulas and surcharges. */
export function Component() {
  const { t } = useTranslation(['tariff', 'formula', 'surcharge', 'tariff-version']);
  return (
    <ScreenParts
      label={t('tariff:plural')}
      parts={[
        { value: 'tariffs', label: t('tariff:plural'), content: <Tariffs /> },
        {
          value: 'versions',
          label: t('tariff-version:plural'),
          content: <RecordsPage definition={tariffVersion} />,
        },
        {
          value: 'formulas',
          label: t('formula:plural'),
          content: <RecordsPage definition={formula} form={FORMULA} />,
        },
        {
          value: 'surcharges',
          label: t('surcharge:plural'),
          content: <RecordsPage definition={surcharge} form={SURCHARGE} />,
        },
      ]}
    />
  );
}
