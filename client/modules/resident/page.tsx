import { resident } from '@lobby/shared/modules/resident.ts';
import { Merge, UserX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../kit/permissions.ts';
import { IconButton } from '../../kit/ui/Button.tsx';
import { FormDialog } from '../../kit/ui/form/FormDialog.tsx';
import { ListPage } from '../../kit/ui/list/ListPage.tsx';
import { MergeDialog } from './MergeDialog.tsx';
import { RemovedDialog } from './RemovedDialog.tsx';
import { ResidentDrawer } from './ResidentDrawer.tsx';
import { formFields, ResidentFields } from './ResidentFields.tsx';
import { card, cells, folded } from './rows.tsx';

const WIDTHS = {
  name: 200,
  unitId: 120,
  role: 128,
  gender: 88,
  birthYear: 88,
  phone: 136,
  email: 200,
  appUsage: 120,
  appState: 128,
  living: 120,
};
const HIDDEN = ['appUsage', 'appState'];

/** Residents: the list, one beside it, a new one. */
export function Component() {
  const { t } = useTranslation('resident');
  const [creating, setCreating] = useState(false);
  const [merging, setMerging] = useState(false);
  const [removed, setRemoved] = useState(false);
  const mayRemove = useCan(resident.code, 'delete');
  return (
    <>
      <ListPage
        widths={WIDTHS}
        hidden={HIDDEN}
        definition={resident}
        cells={cells}
        folded={folded}
        card={card}
        onCreate={() => setCreating(true)}
        createLabel={t('actions.create')}
        headExtras={
          mayRemove && (
            <>
              <IconButton icon={Merge} label={t('merge.open')} onClick={() => setMerging(true)} />
              <IconButton icon={UserX} label={t('removed.open')} onClick={() => setRemoved(true)} />
            </>
          )
        }
        drawer={(id, nav) => <ResidentDrawer id={id} nav={nav} />}
      />
      {merging && <MergeDialog onClose={() => setMerging(false)} />}
      {removed && <RemovedDialog onClose={() => setRemoved(false)} />}
      {creating && (
        <FormDialog
          open
          size="wide"
          definition={resident}
          fields={formFields(true)}
          onSaved={() => setCreating(false)}
          onCancel={() => setCreating(false)}
        >
          <ResidentFields creating />
        </FormDialog>
      )}
    </>
  );
}
