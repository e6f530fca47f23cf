import { resident } from '@lobby/shared/modules/resident.ts';
import { Merge, UserX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../kit/session/permissions.ts';
import { IconButton } from '../../kit/ui/controls/Button.tsx';
import { ListPage } from '../../kit/ui/list/ListPage.tsx';
import { MergeDialog } from './MergeDialog.tsx';
import { NewResident } from './NewResident.tsx';
import { RemovedDialog } from './RemovedDialog.tsx';
import { ResidenceListButton } from './ResidenceListButton.tsx';
import { ResidentDrawer } from './ResidentDrawer.tsx';
import { card, cells, folded } from './rows.tsx';

const WIDTHS = {
  name: 200,
  unitId: 120,
  role: 128,
  gender: 88,
  birthYear: 88,
  phone: 136,
  email: 200,
  nationality: 120,
  visaExpiry: 120,
  temporaryTo: 120,
  rentTo: 120,
  appUsage: 120,
  appState: 128,
  living: 120,
};

export function Component() {
  const { t } = useTranslation('resident');
  const [creating, setCreating] = useState(false);
  const [merging, setMerging] = useState(false);
  const [removed, setRemoved] = useState(false);
  const mayRemove = useCan(resident.code, 'delete');
  const mayExport = useCan(resident.code, 'exportEncrypted');
  return (
    <>
      <ListPage
        widths={WIDTHS}
        definition={resident}
        cells={cells}
        folded={folded}
        card={card}
        onCreate={() => setCreating(true)}
        createLabel={t('actions.create')}
        headExtras={
          <>
            {mayExport && <ResidenceListButton />}
            {mayRemove && (
              <>
                <IconButton icon={Merge} label={t('merge.open')} onClick={() => setMerging(true)} />
                <IconButton icon={UserX} label={t('removed.open')} onClick={() => setRemoved(true)} />
              </>
            )}
          </>
        }
        drawer={(id, nav) => <ResidentDrawer id={id} nav={nav} />}
      />
      {merging && <MergeDialog onClose={() => setMerging(false)} />}
      {removed && <RemovedDialog onClose={() => setRemoved(false)} />}
      {creating && <NewResident onClose={() => setCreating(false)} />}
    </>
  );
}
