import type { bankDeliveries } from '@lobby/shared/modules/bank-connection.contract.ts';
import { bankConnection } from '@lobby/shared/modules/bank-connection.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { useRecord } from '../../kit/ui/detail/useRecord.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { Refused } from '../../kit/ui/states/Refused.tsx';
import { styleClass } from '../../theme/classes.ts';

const FORM = pairedForm(['name', 'provider', 'auth', 'direction'], ['bankAccountIds', 'allowedFrom']);
const partsClass = styleClass({
  display: 'grid',
  gap: '3',
  '& code': { overflowWrap: 'anywhere', textStyle: 'sm' },
  '& [role=alert]': { color: 'bad.fg' },
});

/** Webhook address, secret (shown once), and log of calls. */
function CallsTab({ id }: { id: string }) {
  const { t } = useTranslation(bankConnection.name);
  const { dateTime, money } = useFormats();
  const may = useCan(bankConnection.code, 'updateStatus');
  const { row } = useRecord(bankConnection, id);
  const { data } = useContract<typeof bankDeliveries>('/bank-connection/:id/deliveries', {
    params: { id },
    follow: bankConnection.code,
  });
  const [secret, setSecret] = useState('');
  const { busy, error, code, run } = useSubmit();
  const renew = () =>
    run(async () => {
      const { data: made } = await request<{ secret: string }>('PUT', `${bankConnection.path}/${id}/rotate`, {
        ...scopeNow(),
        body: {},
      });
      setSecret(made.secret);
    });
  return (
    <DetailBody>
      <div className={partsClass()}>
        <p>
          {t('calls.url')}
          <br />
          <code>{`${location.origin}/api/webhooks/bank/${row?.key ?? ''}`}</code>
        </p>
        {secret && (
          <p role="status">
            {t('calls.secret')}
            <br />
            <code>{secret}</code>
          </p>
        )}
        <Refused error={error} code={code} />
        {may && (
          <div>
            <Button busy={busy} onClick={() => void renew()}>
              {t('calls.renew')}
            </Button>
          </div>
        )}
        {data && <p>{t('calls.today', { received: data.received24h, refused: data.refused24h })}</p>}
        {data && data.deliveries.length === 0 && <p>{t('calls.none')}</p>}
        {data && data.deliveries.length > 0 && (
          <FigureTable
            label={t('calls.tab')}
            rows={data.deliveries}
            keyOf={line => line.id}
            columns={[
              { key: 'at', label: t('calls.at'), cell: line => dateTime(line.at) },
              { key: 'result', label: t('calls.result'), cell: line => t(`calls.results.${line.result}`) },
              { key: 'reference', label: t('calls.reference'), cell: line => line.reference },
              {
                key: 'amount',
                label: t('calls.amount'),
                figure: true,
                cell: line => (line.amount === null ? '' : money(line.amount)),
              },
            ]}
          />
        )}
      </div>
    </DetailBody>
  );
}

/** Connections for transfer notices of banks. */
export function ConnectionsPart() {
  const { t } = useTranslation(bankConnection.name);
  return (
    <RecordsPage
      definition={bankConnection}
      widths={{ name: 200, provider: 160, bankAccountIds: 220, auth: 170, direction: 130, lastAt: 150, status: 150 }}
      form={FORM}
      detail={{ extraTabs: id => [{ value: 'calls', label: t('calls.tab'), content: <CallsTab id={id} /> }] }}
    />
  );
}
