import { block, unit } from '@lobby/shared/modules/unit.ts';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { FormDialog } from '../../kit/ui/form/FormDialog.tsx';
import { ListPage } from '../../kit/ui/list/ListPage.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { FloorsPart } from './FloorsPart.tsx';
import { PlanPart } from './plan/PlanPart.tsx';
import { printPath } from './print/path.ts';
import { card, cells, folded } from './rows.tsx';
import { UnitDrawer } from './UnitDrawer.tsx';
import { FORM_FIELDS, UnitFields } from './UnitFields.tsx';

const WIDTHS = {
  code: 116,
  householderId: 168,
  type: 104,
  blockId: 72,
  floorId: 64,
  state: 100,
  area: 112,
  bedrooms: 96,
  labelIds: 152,
  buildStatus: 176,
  handoverStatus: 136,
  appUsage: 148,
};
// One state a row: how a home is used; the others are in its drawer.

/** Units as list and plan, with blocks and floors. */
export function Component() {
  const { t } = useTranslation(['unit', 'block', 'floor']);
  return (
    <ScreenParts
      label={t('plural')}
      parts={[
        { value: 'units', label: t('parts.units'), content: <Units /> },
        { value: 'plan', label: t('parts.plan'), content: <PlanPart /> },
        { value: 'floors', label: t('floor:plural'), content: <FloorsPart /> },
        { value: 'blocks', label: t('block:plural'), content: <RecordsPage definition={block} /> },
      ]}
    />
  );
}

function Units() {
  const { t } = useTranslation('unit');
  const { idUnitGroup = '' } = useParams();
  const navigate = useNavigate();
  const [creating, setCreating] = useState(false);
  return (
    <>
      <ListPage
        widths={WIDTHS}
        definition={unit}
        cells={cells}
        folded={folded}
        card={card}
        onCreate={() => setCreating(true)}
        createLabel={t('actions.create')}
        bulk={chosen => (
          <Button
            look="ghost"
            icon={Printer}
            onClick={() =>
              void navigate(printPath(idUnitGroup, 'qr', 'isAll' in chosen ? { filter: chosen.filter } : chosen))
            }
          >
            {t('qr.sheet')}
          </Button>
        )}
        drawer={(id, nav) => <UnitDrawer id={id} nav={nav} />}
      />
      {creating && (
        <FormDialog
          open
          size="wide"
          definition={unit}
          fields={FORM_FIELDS}
          onSaved={() => setCreating(false)}
          onCancel={() => setCreating(false)}
        >
          <UnitFields />
        </FormDialog>
      )}
    </>
  );
}
