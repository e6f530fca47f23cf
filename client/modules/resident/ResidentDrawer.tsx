import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { FileArchive } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../kit/base/matches.ts';
import { useRefName } from '../../kit/refs/refs.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { ActivityTab } from '../../kit/ui/detail/activity/ActivityTab.tsx';
import { DetailDrawer } from '../../kit/ui/detail/drawer/DetailDrawer.tsx';
import type { DetailNav } from '../../kit/ui/detail/drawer/nav.ts';
import { InfoTab } from '../../kit/ui/detail/info/InfoTab.tsx';
import { MailMark } from '../email-suppression/index.ts';
import { ContractsTab } from '../rental-contract/index.ts';
import { RequestsTab } from '../ticket/index.ts';
import { HomesTab } from './HomesTab.tsx';
import { LeavingPart, RemovedPart } from './LeavingPart.tsx';
import { PersonFileDialog } from './PersonFileDialog.tsx';
import { formFields, ResidentFields } from './ResidentFields.tsx';
import { AppState, Living } from './rows.tsx';

const INFO = [
  'gender',
  'birthday',
  'nationality',
  'role',
  'relationship',
  'owner',
  'movedInAt',
  'rentFrom',
  'rentTo',
] as const;
const MORE = [
  'phone',
  'email',
  'newEmail',
  'phone2',
  'email2',
  'identifier',
  'identifierDate',
  'identifierPlace',
  'visa',
  'visaExpiry',
  'temporaryNumber',
  'temporaryFrom',
  'temporaryTo',
  'permanentAddress',
  'contactAddress',
  'company',
  'taxCode',
  'appState',
  'appUsage',
] as const;

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

const values = (row: RecordOf<typeof resident>) => ({
  'move-out': { unitId: row.unitId },
  'make-householder': { unitId: row.unitId },
  // Preselects the opposite of the current setting.
  'app-usage': { appUsage: !row.appUsage },
});

/** Drawer of a resident: person, residencies, history. */
export function ResidentDrawer({ id, nav }: { id: string; nav: DetailNav }) {
  const { t } = useTranslation(['resident', 'kit', 'residency', 'rental-contract', 'ticket']);
  const seesContracts = useCan(rentalContract.code, 'read');
  const seesRequests = useCan(ticket.code, 'read');
  const mayExport = useCan(resident.code, 'exportEncrypted');
  const maySee = useCan(resident.code, 'updateStatus');
  const [asking, setAsking] = useState<RecordOf<typeof resident> | null>(null);
  const file = (row: RecordOf<typeof resident>) => ({
    key: 'person-file',
    label: `${t('actions.person-file')}…`,
    icon: FileArchive,
    onSelect: () => setAsking(row),
  });
  return (
    <>
      <DetailDrawer
        definition={resident}
        id={id}
        nav={nav}
        meta={row => <Meta row={row} />}
        values={values}
        asides={row => ({
          'move-out': <LeavingPart id={row.id} />,
          remove: maySee && <RemovedPart id={row.id} unitIds={idsIn(row.unitIds)} />,
        })}
        more={row => (mayExport ? [file(row)] : [])}
        form={{ fields: formFields(false), size: 'wide', children: <ResidentFields /> }}
        tabs={[
          {
            value: 'info',
            label: t('kit:detail.info'),
            content: <InfoTab definition={resident} id={id} fields={[...INFO, ...MORE]} />,
          },
          { value: 'homes', label: t('residency:plural'), content: <HomesTab key={id} id={id} /> },
          ...(seesRequests
            ? [
                {
                  value: 'requests',
                  label: t('ticket:related.tab'),
                  content: <RequestsTab key={id} id={id} of="residentId" />,
                },
              ]
            : []),
          ...(seesContracts
            ? [
                {
                  value: 'contracts',
                  label: t('rental-contract:few.tab'),
                  content: <ContractsTab key={id} id={id} of="residentId" />,
                },
              ]
            : []),
          {
            value: 'activity',
            label: t('kit:detail.activity'),
            content: <ActivityTab definition={resident} id={id} />,
          },
        ]}
      />
      {asking && <PersonFileDialog row={asking} onClose={() => setAsking(null)} />}
    </>
  );
}

function Meta({ row }: { row: RecordOf<typeof resident> }) {
  const { t } = useTranslation('resident');
  const person = row;
  const unit = useRefName('unit', person.unitId ?? null);
  return (
    <>
      <Living row={person} />
      {person.appState !== 'NONE' && <AppState row={person} />}
      {unit && <span>{unit}</span>}
      {person.role && <span>{t(`options.role.${person.role}`)}</span>}
      <MailMark residentId={row.id} />
    </>
  );
}
