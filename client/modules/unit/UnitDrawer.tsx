import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { useAtomValue } from 'jotai';
import { Printer, QrCode } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import type { RecordOf } from '../../kit/base/matches.ts';
import { recordAtom } from '../../kit/records/records.ts';
import { useRefName } from '../../kit/refs/refs.ts';
import { permissionsAtom, useCan } from '../../kit/session/permissions.ts';
import { ActivityTab } from '../../kit/ui/detail/activity/ActivityTab.tsx';
import { DetailDrawer } from '../../kit/ui/detail/drawer/DetailDrawer.tsx';
import type { DetailNav } from '../../kit/ui/detail/drawer/nav.ts';
import { FilesTab, filesOf } from '../../kit/ui/detail/info/FilesTab.tsx';
import { RefLink } from '../../kit/ui/form/RefLink.tsx';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { DialogSkeleton } from '../../kit/ui/overlay/DialogSkeleton.tsx';
import { MailMark } from '../email-suppression/index.ts';
import { Owed } from './Owed.tsx';
import { printPath } from './print/path.ts';
import { RELATED } from './related.tsx';
import { StandingStatus } from './standing.tsx';
import { FORM_FIELDS, UnitFields } from './UnitFields.tsx';
import { UnitInfo } from './UnitInfo.tsx';

const QrDialog = lazyPart(async () => (await import('./QrDialog.tsx')).QrDialog, DialogSkeleton);

const values = (row: RecordOf<typeof unit>) => ({
  standing: { buildStatus: row.buildStatus, handoverStatus: row.handoverStatus },
  // The dialog starts with the opposite of the current setting.
  'app-usage': { appUsage: !row.appUsage },
});

/** Drawer of a unit beside the list or the plan: details, residents and related records. */
export function UnitDrawer({ id, nav }: { id: string; nav: DetailNav }) {
  // Loads the translations of the tabs as well: suspending for them later would remove the drawer from the screen.
  const { t } = useTranslation(['unit', 'kit', 'vehicle', ...RELATED.map(({ target }) => target)]);
  const { idUnitGroup = '' } = useParams();
  const navigate = useNavigate();
  const permissions = useAtomValue(permissionsAtom(idUnitGroup)) ?? {};
  const entry = useAtomValue(useMemo(() => recordAtom(unit.name, id), [id]));
  const [qr, setQr] = useState(false);
  const files = entry ? filesOf(unit, entry.row).reduce((sum, [, list]) => sum + list.length, 0) : 0;
  const related = RELATED.filter(({ module }) => permissions[module]?.includes('read'));
  return (
    <>
      <DetailDrawer
        definition={unit}
        id={id}
        nav={nav}
        meta={row => <Meta row={row} />}
        values={values}
        form={{ fields: FORM_FIELDS, size: 'wide', children: <UnitFields /> }}
        more={() => [
          { key: 'qr', label: t('qr.open'), icon: QrCode, onSelect: () => setQr(true) },
          {
            key: 'print',
            label: t('print.info'),
            icon: Printer,
            onSelect: () => void navigate(printPath(idUnitGroup, 'info', { ids: [id] })),
          },
        ]}
        tabs={[
          { value: 'info', label: t('kit:detail.info'), content: <UnitInfo id={id} /> },
          ...related.map(({ value, label, Content }) => ({
            value,
            label: t(label),
            content: <Content key={id} id={id} />,
          })),
          {
            value: 'files',
            label: t('kit:detail.files'),
            count: files,
            content: <FilesTab definition={unit} id={id} />,
          },
          { value: 'activity', label: t('kit:detail.activity'), content: <ActivityTab definition={unit} id={id} /> },
        ]}
      />
      {qr && entry && <QrDialog id={id} code={String(entry.row.code)} onClose={() => setQr(false)} />}
    </>
  );
}

/** Line under the title: status, block and floor, householder and debt. */
function Meta({ row }: { row: RecordOf<typeof unit> }) {
  const { t } = useTranslation('unit');
  const seesPeople = useCan(resident.code, 'read');
  const { state, buildStatus, blockId, floorId, householderId } = row;
  const block = useRefName('block', blockId);
  const floor = useRefName('floor', floorId);
  const householder = useRefName('resident', seesPeople ? householderId : null);
  return (
    <>
      <StandingStatus standing="state" value={state} />
      <StandingStatus standing="buildStatus" value={buildStatus} />
      {block && <span>{`${t('fields.blockId')} ${block}`}</span>}
      {floor && <span>{`${t('fields.floorId')} ${floor}`}</span>}
      {householder && householderId && (
        <RefLink to="resident" id={householderId}>
          {householder}
        </RefLink>
      )}
      <Owed unitId={row.id} />
      {seesPeople && <MailMark unitId={row.id} />}
    </>
  );
}
