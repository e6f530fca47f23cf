import type { ListedOf } from '@lobby/shared/kit/definition.ts';
import { accountMovement, type MOVEMENTS, serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useRows } from '../../kit/live/useRows.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { Sums } from '../../kit/ui/figures/Sums.tsx';
import { FormDialog } from '../../kit/ui/form/FormDialog.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { MOVEMENT_FORM } from './page.tsx';

const barClass = styleClass({ display: 'flex', flexWrap: 'wrap', gap: '2', pb: '3' });
type Movement = (typeof MOVEMENTS)[number];
interface Step {
  id: string;
  day: string;
  code: string;
  what: string;
  amount: number;
  out: boolean;
}

const SIGNS: Record<Movement, boolean> = { OPENING: false, DEDUCTION: true, TRANSFER: true, REFUND: true };

/** Balance and advances of a unit, its latest movements, and the actions on them. */
export function AccountTab({ id }: { id: string }) {
  const { t } = useTranslation(['account-movement', 'receipt']);
  const { money, day } = useFormats();
  const { idUnitGroup = '' } = useParams();
  const navigate = useNavigate();
  const may: Record<Movement, boolean> = {
    OPENING: useCan(accountMovement.code, 'write'),
    DEDUCTION: useCan(accountMovement.code, 'deduct'),
    TRANSFER: useCan(accountMovement.code, 'transfer'),
    REFUND: useCan(accountMovement.code, 'write'),
  };
  const mayTake = useCan(receipt.code, 'write');
  const [making, setMaking] = useState<Movement | null>(null);
  const ofUnit = { unitId: { in: [id] } };
  const standing = { unitId: { in: [id] }, status: { in: ['NOT_CANCELED'] } } as const;
  const limit = 20;
  const follow = unitAccount.code;
  const account = useRows(unitAccount, { follow, filter: ofUnit, limit: 1 });
  const advances = useRows(serviceAdvance, { follow, filter: ofUnit, limit });
  const moved = useRows(accountMovement, { follow, filter: standing, limit });
  const taken = useRows(mayTake && receipt, { follow: receipt.code, filter: standing, limit });
  if (!account.data || !moved.data) return <SkeletonRows />;
  const balance = account.data[0];
  const steps: Step[] = [
    ...moved.data.map(move => ({
      id: move.id,
      day: move.accountingDate,
      code: move.code ?? '',
      amount: move.amount,
      out: SIGNS[move.type],
      what: t(`options.type.${move.type}`),
    })),
    ...(taken.data ?? []).map(voucher => ({
      id: voucher.id,
      day: voucher.accountingDate,
      code: voucher.code ?? '',
      amount: voucher.amount,
      out: false,
      what: t(`receipt:options.type.${voucher.type}`),
    })),
  ].toSorted((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : a.code < b.code ? 1 : -1));
  return (
    <DetailBody>
      <div className={barClass()}>
        {mayTake && (
          <Button
            size="sm"
            look="filled"
            onClick={() => void navigate(`/projects/${idUnitGroup}/payment/single-unit?unitId=${id}`)}
          >
            {t('own.pay')}
          </Button>
        )}
        {(['DEDUCTION', 'TRANSFER', 'REFUND'] as const).map(
          type =>
            may[type] && (
              <Button key={type} size="sm" look="outline" onClick={() => setMaking(type)}>
                {t(`options.type.${type}`)}
              </Button>
            ),
        )}
      </div>
      <Sums
        of={(['owed', 'balance', 'advance', 'deposit'] as const).map(
          name => [t(`own.${name}`), money(balance?.[name] ?? 0)] as const,
        )}
      />
      <FigureTable<ListedOf<typeof serviceAdvance>>
        label={t('own.advances')}
        rows={advances.data ?? []}
        keyOf={row => row.id}
        columns={[
          { key: 'service', label: t('own.advances'), cell: row => <RefName to="service" id={row.serviceId} /> },
          { key: 'balance', label: t('own.balance'), as: 'money' },
        ]}
      />
      {steps.length === 0 ? (
        <p>{t('own.none')}</p>
      ) : (
        <FigureTable<Step>
          label={t('own.history')}
          rows={steps}
          keyOf={row => row.id}
          columns={[
            { key: 'day', label: t('own.history'), cell: row => `${day(row.day)} · ${row.code}` },
            { key: 'what', label: t('fields.type'), cell: row => row.what },
            { key: 'in', label: t('own.in'), figure: true, cell: row => (row.out ? '' : money(row.amount)) },
            { key: 'out', label: t('own.out'), figure: true, cell: row => (row.out ? money(row.amount) : '') },
          ]}
        />
      )}
      <FormDialog
        {...MOVEMENT_FORM}
        key={making}
        open={making !== null}
        definition={accountMovement}
        defaults={{ unitId: id, type: making ?? 'DEDUCTION' }}
        onSaved={() => setMaking(null)}
        onCancel={() => setMaking(null)}
      />
    </DetailBody>
  );
}
