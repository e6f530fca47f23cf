import { type RentalContractRow, rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { useAtomValue } from 'jotai';
import { FilePlus, Printer } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import type { RecordOf } from '../../kit/base/matches.ts';
import { dataOf } from '../../kit/http/api.ts';
import { recordAtom } from '../../kit/records/records.ts';
import { useRefName } from '../../kit/refs/refs.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { ActivityTab } from '../../kit/ui/detail/activity/ActivityTab.tsx';
import { DetailDrawer } from '../../kit/ui/detail/drawer/DetailDrawer.tsx';
import type { DetailNav } from '../../kit/ui/detail/drawer/nav.ts';
import { FilesTab, filesOf } from '../../kit/ui/detail/info/FilesTab.tsx';
import { InfoTab } from '../../kit/ui/detail/info/InfoTab.tsx';
import { useWriting } from '../../kit/ui/form/form-context.ts';
import { AnnexDialog } from './AnnexDialog.tsx';
import { ContractFields, FORM_FIELDS } from './ContractFields.tsx';
import { Tenant, TimeLeft } from './rows.tsx';
import { TermsTab } from './TermsTab.tsx';

const INFO = ['unitId', 'residentId', 'company', 'taxCode', 'area', 'price', 'deposit'] as const;
const DAYS = ['registerDate', 'startDate', 'expiryDate', 'remindExpiredDate', 'termsChangeOn'] as const;
const MORE = ['endedDate', 'reason', 'contractTemplateId', 'note'] as const;

/** Drawer of a contract: current terms, history, files. */
export function ContractDrawer({ id, nav }: { id: string; nav: DetailNav }) {
  const { t } = useTranslation(['rental-contract', 'kit', 'contract-annex']);
  const { idUnitGroup = '' } = useParams();
  const navigate = useNavigate();
  const { today } = useWriting();
  const mayWrite = useCan(rentalContract.code, 'write');
  const entry = useAtomValue(useMemo(() => recordAtom(rentalContract.name, id), [id]));
  const [adding, setAdding] = useState(false);
  const row = dataOf<RentalContractRow>(entry?.row);
  const files = entry ? filesOf(rentalContract, entry.row).reduce((sum, [, list]) => sum + list.length, 0) : 0;
  const mayAdd = mayWrite && row.status === 'ACTIVE';
  return (
    <>
      <DetailDrawer
        definition={rentalContract}
        id={id}
        nav={nav}
        meta={shown => <Meta row={shown} />}
        values={() => ({ terminate: { endedDate: today }, liquidate: { endedDate: today } })}
        form={{ fields: FORM_FIELDS, size: 'wide', children: <ContractFields /> }}
        more={() => [
          ...(mayAdd
            ? [
                {
                  key: 'annex',
                  label: t('contract-annex:actions.create'),
                  icon: FilePlus,
                  onSelect: () => setAdding(true),
                },
              ]
            : []),
          {
            key: 'print',
            label: t('print.open'),
            icon: Printer,
            onSelect: () => void navigate(`/print/${idUnitGroup}/rental-contract/${id}`),
          },
        ]}
        tabs={[
          {
            value: 'info',
            label: t('kit:detail.info'),
            content: <InfoTab definition={rentalContract} id={id} fields={[...INFO, ...DAYS, ...MORE]} />,
          },
          {
            value: 'terms',
            label: t('terms.tab'),
            count: row.annexCount ?? 0,
            content: <TermsTab key={id} id={id} onAdd={mayAdd ? () => setAdding(true) : undefined} />,
          },
          {
            value: 'files',
            label: t('kit:detail.files'),
            count: files,
            content: <FilesTab definition={rentalContract} id={id} />,
          },
          {
            value: 'activity',
            label: t('kit:detail.activity'),
            content: <ActivityTab definition={rentalContract} id={id} />,
          },
        ]}
      />
      {adding && <AnnexDialog contract={{ ...row, id }} onClose={() => setAdding(false)} />}
    </>
  );
}

/** Line under the title: time left, unit, tenant. */
function Meta({ row }: { row: RecordOf<typeof rentalContract> }) {
  const contract = row;
  const unit = useRefName('unit', contract.unitId);
  return (
    <>
      <TimeLeft row={contract} />
      {unit && <strong>{unit}</strong>}
      <span>
        <Tenant row={contract} />
      </span>
    </>
  );
}
