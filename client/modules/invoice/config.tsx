import type { invoiceSettings } from '@lobby/shared/modules/invoice-config.contract.ts';
import { INVOICE_CONFIG, INVOICE_CONFIG_PATH } from '@lobby/shared/modules/invoice-config.ts';
import { E_INVOICE } from '@lobby/shared/modules/invoice-item.ts';
import { invoiceSeries } from '@lobby/shared/modules/invoice-series.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { onSaid } from '../../kit/live/live.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { SettingsForm } from '../../kit/ui/pages/SettingsForm.tsx';
import { ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { Secrets } from './config/Secrets.tsx';
import { StepsBand } from './config/StepsBand.tsx';

const GROUPS = [
  [
    'seller',
    ['sellerName', 'sellerTaxCode', 'sellerAddress', 'sellerPhone', 'sellerEmail', 'sellerAccount', 'sellerBank'],
  ],
  ['office', ['environment', 'provider', 'withCode', 'signer']],
  ['compiling', ['compileFrom', 'grouping', 'paymentText', 'amountTolerance']],
  ['buyers', ['defaultIssuerType', 'allowPersonalNumber']],
] as const;
const WIDE = ['sellerName', 'sellerAddress'];
const SERIES_FORM = pairedForm(
  ['form', 'symbol', 'name', 'purpose', 'lastNumber', 'from', 'to'],
  ['groups', 'serviceIds'],
);
const SERIES_WIDTHS = { form: 150, symbol: 110, name: 200, year: 80, environment: 130, lastNumber: 120, to: 130 };

const pageClass = styleClass({
  display: 'grid',
  gap: '4',
  px: '4',
  pt: '4',
  overflow: 'auto',
  alignContent: 'start',
  // Padding on the last child: on the container it would lift the sticky button off the edge.
  '& > :last-child': { pb: '4' },
});

/** Settings of seller, signature and transmission. */
function SetupPart() {
  const { t } = useTranslation('invoice-config');
  const may = useCan(E_INVOICE, 'write');
  const { data, error, again } = useContract<typeof invoiceSettings>('/e-invoice-config');
  useEffect(() => onSaid<{ what: string }>('changed', ({ what }) => void (what === 'invoice' && again())), [again]);
  if (error && !data) return <ErrorState title={t('failed')} onRetry={() => void again()} />;
  if (!data) return <SkeletonRows />;
  const values = Object.fromEntries(Object.keys(INVOICE_CONFIG).map(name => [name, Reflect.get(data, name)]));
  return (
    <div className={pageClass()}>
      <StepsBand config={data} />
      <SettingsForm
        key={data.version}
        fields={INVOICE_CONFIG}
        name="invoice-config"
        path={INVOICE_CONFIG_PATH}
        held={{ ...values, version: data.version }}
        may={may}
        groups={GROUPS}
        wide={WIDE}
        inPage
        onSaved={() => void again()}
      />
      <Secrets config={data} onSaved={() => void again()} />
    </div>
  );
}

/** Settings of electronic invoices, and number series. */
export function Component() {
  const { t } = useTranslation(['invoice-config', invoiceSeries.name]);
  return (
    <ScreenParts
      label={t('title')}
      parts={[
        { value: 'setup', label: t('title'), content: <SetupPart /> },
        {
          value: 'series',
          label: t('invoice-series:plural'),
          content: <RecordsPage definition={invoiceSeries} widths={SERIES_WIDTHS} form={SERIES_FORM} />,
        },
      ]}
    />
  );
}
