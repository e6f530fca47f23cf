import { service } from '@lobby/shared/modules/billing-service.ts';
import type { usageSheet } from '@lobby/shared/modules/usage.contract.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { Gauge } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAddressValues } from '../../kit/base/useAddressValues.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useRows } from '../../kit/live/useRows.ts';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { FormDialog } from '../../kit/ui/form/FormDialog.tsx';
import { ToggleChip } from '../../kit/ui/marks/Chip.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { thisMonth } from '../../kit/ui/today.ts';
import { styleClass } from '../../theme/classes.ts';
import { USAGE_FORM } from './form.tsx';
import { MonthAndBlock } from './MonthAndBlock.tsx';
import { keyOf, type SheetRow } from './rows.ts';
import { SheetHead } from './SheetHead.tsx';
import { SheetLine } from './SheetLine.tsx';
import { usePasted } from './usePasted.ts';

const tableClass = styleClass({
  flex: '1',
  minH: '0',
  overflow: 'auto',
  '& table': { w: 'full', maxW: '1180px', borderCollapse: 'collapse' },
  '& th': { position: 'sticky', top: '0', zIndex: '1', bg: 'bg.subtle', textStyle: 'xs', color: 'fg.muted' },
  '& th, & td': { px: '3', py: '1', textAlign: 'start', borderBottomWidth: '1px', borderColor: 'border', h: '11' },
  '& [data-figure]': { textAlign: 'end', fontFamily: 'figures' },
  '& input': { minW: '92px', maxW: '140px', textAlign: 'end' },
  '& tbody th': { whiteSpace: 'nowrap' },
  '& [data-confirm]': { color: 'accent', textStyle: 'sm', minH: 'var(--target)' },
  '& td > button:not([data-confirm])': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    w: 'max(32px, var(--target))',
    h: 'max(32px, var(--target))',
    borderRadius: 'md',
    color: 'fg.muted',
    _hover: { bg: 'bg.subtle', color: 'fg' },
  },
  '& p': { px: '4', pb: '2', textStyle: 'sm', color: 'fg.muted' },
});

interface Option {
  id: string;
  name: string;
}
interface ServiceRow extends Option {
  source: 'METER' | 'NUMBER';
}

/** Month in an address value, otherwise the present one. */
const monthIn = (param: string | null): string => {
  const month = param?.split('..')[0] ?? '';
  return /^\d{4}-\d{2}$/.test(month) ? month : thisMonth();
};

/** Entry sheet for the readings of a building: Enter saves a line and moves to the next one. */
export function Sheet({ counted }: { counted: ServiceRow['source'] }) {
  const { t } = useTranslation(['usage', 'books']);
  const [params, put] = useAddressValues<'serviceId' | 'month' | 'blockId' | 'unread'>();
  const chosen = params.get('serviceId') ?? '';
  const month = monthIn(params.get('month'));
  const blockId = params.get('blockId') ?? '';
  const unread = params.get('unread') === '1';
  const [dialogRow, setDialogRow] = useState<(SheetRow & { at: string }) | null>(null);
  const unreadRows = useRef({ at: '', keys: new Set<string>() });
  const { number } = useFormats();
  const navigate = useNavigate();
  const services = useRows(service, {
    follow: service.code,
    filter: { source: { in: [counted] } },
    limit: 50,
    sort: 'order',
  });
  const fitting = services.data;
  const chosenService = fitting?.find(({ id }) => id === chosen) ?? fitting?.[0];
  const sheet = useContract<typeof usageSheet>(
    '/usage/sheet',
    chosenService && {
      follow: usage.code,
      delay: 800,
      query: { serviceId: chosenService?.id ?? '', month, ...(blockId && { blockId }) },
    },
  );
  const rows = sheet.data ?? [];
  const head = { serviceId: chosenService?.id ?? '', month };
  const { refused, paste } = usePasted(head, chosenService?.source === 'METER', rows);
  if (services.error && !services.data) return <ErrorState title={t('books:failed')} onRetry={services.again} />;
  if (fitting?.length === 0)
    return (
      <ReportPage title={t('sheet.part')}>
        <Empty icon={Gauge} title={t(counted === 'METER' ? 'sheet.noService' : 'sheet.noNumber')} />
      </ReportPage>
    );
  // A stored reading opens in the list, a new one in the form.
  const more = (row: SheetRow) =>
    row.usageId
      ? void navigate(`?part=list&id=${row.usageId}`)
      : setDialogRow({ ...row, at: `${chosenService?.id} ${month}` });
  const read = rows.filter(({ usageNumber }) => usageNumber !== null);
  // With only unread lines shown, a line stays after its reading was entered.
  const at = `${chosenService?.id} ${month} ${blockId} ${unread}`;
  if (unreadRows.current.at !== at) unreadRows.current = { at, keys: new Set() };
  for (const row of rows) if (row.usageNumber === null) unreadRows.current.keys.add(keyOf(row));
  const shown = unread ? rows.filter(row => unreadRows.current.keys.has(keyOf(row))) : rows;
  const sum = (of: (row: SheetRow) => number | null) => number(rows.reduce((all, row) => all + (of(row) ?? 0), 0));
  const foot = { used: sum(row => row.usageNumber), before: sum(row => row.previousUsage) };
  return (
    <ReportPage
      title={t('sheet.done', { done: read.length, of: rows.length })}
      asks={
        <>
          <Field label={t('sheet.service')}>
            <Select
              value={chosenService?.id ?? ''}
              choices={(fitting ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              onChange={event => put('serviceId', event.target.value)}
            />
          </Field>
          <MonthAndBlock
            month={month}
            onMonth={value => put('month', value)}
            blockId={blockId}
            onBlock={value => put('blockId', value)}
          />
          <ToggleChip pressed={unread} onClick={() => put('unread', unread ? '' : '1')}>
            {t('sheet.unread', { count: rows.length - read.length })}
          </ToggleChip>
        </>
      }
    >
      <div className={tableClass()}>
        <p>
          {t('sheet.hint')} {t('sheet.foot', foot)}
        </p>
        {!sheet.data && <SkeletonRows />}
        {sheet.data && shown.length === 0 && (
          <Empty icon={Gauge} title={t(rows.length > 0 ? 'sheet.allRead' : 'sheet.none')} />
        )}
        {shown.length > 0 && chosenService && (
          <table>
            <SheetHead metered={chosenService.source === 'METER'} />
            <tbody>
              {shown.map(row => (
                <SheetLine
                  key={`${chosenService.id} ${month} ${keyOf(row)}`}
                  row={row}
                  serviceId={chosenService.id}
                  month={month}
                  metered={chosenService.source === 'METER'}
                  refused={refused.get(keyOf(row))}
                  onPaste={paste}
                  onMore={more}
                />
              ))}
            </tbody>
          </table>
        )}
      </div>
      {dialogRow && chosenService && (
        <FormDialog
          {...USAGE_FORM}
          open
          definition={usage}
          form={`${usage.name}:${dialogRow.at}:${keyOf(dialogRow)}`}
          defaults={{
            meterId: dialogRow.meterId,
            unitId: dialogRow.unitId,
            serviceId: chosenService.id,
            month,
            oldIndex: dialogRow.oldIndex,
          }}
          onSaved={() => setDialogRow(null)}
          onCancel={() => setDialogRow(null)}
        />
      )}
    </ReportPage>
  );
}
