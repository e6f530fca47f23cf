import { type PaymentGatewayRow, paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import { useTranslation } from 'react-i18next';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { orderCells } from '../../kit/ui/list/rows/OrderCell.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { styleClass } from '../../theme/classes.ts';
import { ConnectionTab } from './ConnectionTab.tsx';
import { ModeBar } from './ModeBar.tsx';

const FORM = {
  ...pairedForm(
    [
      'name',
      'provider',
      'environment',
      'bankAccountId',
      'minAmount',
      'maxAmount',
      'feePercent',
      'feeFixed',
      'feeBy',
      'expiryMinutes',
      'allowPartial',
      'oldestFirst',
    ],
    ['channels', 'purposes', 'logo'],
  ),
  defaults: { environment: 'SANDBOX', oldestFirst: true, expiryMinutes: 15 },
};
const WIDTHS = {
  order: 112,
  name: 200,
  provider: 130,
  channels: 240,
  environment: 130,
  minAmount: 120,
  maxAmount: 140,
  feePercent: 90,
  lastIpnAt: 150,
  status: 150,
};

/** Striped background that marks sandbox gateways. */
const sandboxClass = styleClass({
  px: '2',
  borderRadius: 'sm',
  color: 'waiting.fg',
  backgroundImage: 'repeating-linear-gradient(135deg, {colors.waiting.subtle} 0 8px, transparent 8px 16px)',
});

/** Online payment mode and gateways. */
export function OnlinePart() {
  const { t } = useTranslation(paymentGateway.name);
  const cells = {
    ...orderCells(paymentGateway, 'order'),
    channels: ({ channels }: PaymentGatewayRow) =>
      channels.map(({ channel }) => t(`options.channel.${channel}`)).join(', '),
    environment: ({ environment }: PaymentGatewayRow) => (
      <span className={environment === 'SANDBOX' ? sandboxClass() : undefined}>
        {t(`options.environment.${environment}`)}
      </span>
    ),
  };
  return (
    <>
      <ModeBar />
      <RecordsPage
        definition={paymentGateway}
        widths={WIDTHS}
        form={FORM}
        cells={cells}
        detail={{
          extraTabs: id => [{ value: 'connection', label: t('connection.tab'), content: <ConnectionTab id={id} /> }],
        }}
      />
    </>
  );
}
