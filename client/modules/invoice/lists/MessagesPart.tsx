import type { taxQueue } from '@lobby/shared/modules/tax-message.contract.ts';
import { type TaxMessageRow, taxMessage } from '@lobby/shared/modules/tax-message.ts';
import { Download, Eye } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../../kit/base/matches.ts';
import { requestFile } from '../../../kit/http/api.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { useSubmit } from '../../../kit/ui/controls/useSubmit.ts';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { usePhone } from '../../../kit/ui/layout/phone.ts';
import { useExport } from '../../../kit/ui/list/export/useExport.ts';
import { CardRow } from '../../../kit/ui/list/rows/CardCells.tsx';
import { RecordsPage } from '../../../kit/ui/pages/RecordsPage.tsx';
import { Refused } from '../../../kit/ui/states/Refused.tsx';
import { MessageStatus } from './InvoiceLinks.tsx';
import { XmlTree } from './XmlTree.tsx';

const WIDTHS = {
  at: 172,
  type: 220,
  direction: 110,
  invoiceId: 150,
  number: 90,
  attempts: 90,
  nextAt: 160,
  lastError: 290,
};

/** Number and age of waiting messages, and the time of the last answer. */
function QueueLine() {
  const { t } = useTranslation(taxMessage.name);
  const { dateTime } = useFormats();
  const phone = usePhone();
  const { data } = useContract<typeof taxQueue>('/e-invoice-message/queue', { follow: taxMessage.code, delay: 300 });
  // On phones there is no room; the tab shows the number.
  if (!data || phone) return null;
  const when = (at: string | null) => (at ? dateTime(at) : '–');
  if (data.waiting === 0) return <p role="status">{t('queueEmpty', { last: when(data.lastAnswer) })}</p>;
  return (
    <p role="status">{t('queue', { waiting: data.waiting, oldest: when(data.oldest), last: when(data.lastAnswer) })}</p>
  );
}

/** Incoming messages have no attempts. */
const CELLS = {
  attempts: ({ direction, attempts }: TaxMessageRow) => (direction === 'IN' ? null : attempts),
  status: ({ direction, status }: TaxMessageRow) => <MessageStatus direction={direction} status={status} />,
};

/** List card of a message on phones. */
function MessageCard({ row }: { row: TaxMessageRow }) {
  const { t } = useTranslation(taxMessage.name);
  const { dateTime } = useFormats();
  return (
    <CardRow
      id={row.id}
      lead={t(`options.type.${row.type}`)}
      time={row.at && dateTime(row.at)}
      title={row.lastError ?? `${t('fields.number')}: ${row.number ?? '–'}`}
      status={<MessageStatus direction={row.direction} status={row.status} />}
      person={<small className="cut">{t(`options.direction.${row.direction}`)}</small>}
    />
  );
}
const card = (row: TaxMessageRow) => <MessageCard row={row} />;

/** XML of a message, loaded on request because each access is recorded. */
function XmlTab({ id }: { id: string }) {
  const { t } = useTranslation(taxMessage.name);
  const [xml, setXml] = useState<string | null>(null);
  const { busy, error, code, run } = useSubmit();
  const show = () =>
    run(async () => {
      const { file } = await requestFile(`${taxMessage.path}/${id}/xml`, scopeNow());
      setXml(await file.text());
    });
  return (
    <DetailBody>
      {xml === null ? (
        <p>
          <Button icon={Eye} busy={busy} onClick={() => void show()}>
            {t('show')}
          </Button>
        </p>
      ) : (
        <XmlTree xml={xml} />
      )}
      <Refused error={error} code={code} />
    </DetailBody>
  );
}

/** Messages to and from the tax office. */
export function MessagesPart() {
  const { t } = useTranslation(taxMessage.name);
  const mayRead = useCan(taxMessage.code, 'exportEncrypted');
  const { save } = useExport();
  const more = ({ id }: RecordOf<typeof taxMessage>) =>
    mayRead
      ? [
          {
            key: 'xml',
            label: t('xml'),
            icon: Download,
            onSelect: () => save(`${taxMessage.path}/${id}/xml`, scopeNow()),
          },
        ]
      : [];
  return (
    <RecordsPage
      definition={taxMessage}
      widths={WIDTHS}
      cells={CELLS}
      card={card}
      headExtras={<QueueLine />}
      detail={{
        // The message id is for machines: people know a message by its kind.
        title: ({ type }) => t(`options.type.${type}`),
        meta: ({ messageId }) => <small>{messageId}</small>,
        more,
        ...(mayRead && { extraTabs: id => [{ value: 'xml', label: 'XML', content: <XmlTab key={id} id={id} /> }] }),
      }}
    />
  );
}
