import { approvalRequest } from '@lobby/shared/modules/approval-request.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldPairs } from '../../kit/ui/form/FieldPairs.tsx';
import { useRefs } from '../../kit/ui/form/inputs/choices/ref-options.ts';
import type { TypedValues } from '../../kit/ui/form/read-form.ts';
import { orderCells } from '../../kit/ui/list/rows/OrderCell.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { ApprovalRules } from '../approval-request/index.ts';
import { OnlinePart } from '../payment-gateway/index.ts';
import { OnItsWayPart } from './OnItsWayPart.tsx';
import { RulesPart } from './RulesPart.tsx';

const PAIRS = ['kind', 'fundId', 'gatewayId', 'name', 'code', 'settles', 'feePercent', 'feeFixed'] as const;
const WIDE = ['referenceRequired', 'forStaff', 'forResidents', 'forRefunds', 'note'] as const;
const WIDTHS = { order: 120, name: 220, code: 100, kind: 150, fundId: 170, settles: 190 };

/** Describes what a receipt by this method does. */
function InWords() {
  const { t } = useTranslation(paymentMethod.name);
  const { kind, settles, fundId } = useWatch<TypedValues>();
  const [place] = useRefs(fund.name, typeof fundId === 'string' && fundId ? [fundId] : []);
  const usual = kind === 'SPOS' || kind === 'ONLINE' ? 'ON_STATEMENT' : 'DIRECT';
  const how = settles === 'ON_STATEMENT' || settles === 'DIRECT' ? settles : usual;
  return <p>{place ? t(`says.${how}`, { fund: place.name }) : t('says.none')}</p>;
}

const FORM = {
  fields: [...PAIRS, ...WIDE] as const,
  children: (
    <>
      <FieldPairs names={PAIRS} wide={WIDE} />
      <InWords />
    </>
  ),
};

/** Payment methods, gateways, payment settings and approval rules. */
export function Component() {
  const { t } = useTranslation([paymentMethod.name, paymentGateway.name, approvalRequest.name]);
  return (
    <ScreenParts
      label={t('plural')}
      parts={[
        {
          value: 'methods',
          label: t('plural'),
          content: (
            <RecordsPage
              definition={paymentMethod}
              widths={WIDTHS}
              form={FORM}
              cells={orderCells(paymentMethod, 'order')}
            />
          ),
        },
        { value: 'online', label: t('payment-gateway:part'), content: <OnlinePart /> },
        { value: 'way', label: t('way.part'), content: <OnItsWayPart /> },
        { value: 'rules', label: t('rules.part'), content: <RulesPart /> },
        {
          value: 'approvals',
          label: t('approval-request:rules.title'),
          code: approvalRequest.code,
          content: <ApprovalRules />,
        },
      ]}
    />
  );
}
