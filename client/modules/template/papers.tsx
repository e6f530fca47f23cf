import { reportTemplate } from '@lobby/shared/modules/report-template.ts';
import { Copy } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useDetail } from '../../kit/live/useRows.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { FieldPairs } from '../../kit/ui/form/FieldPairs.tsx';
import { useWriting } from '../../kit/ui/form/form-context.ts';
import { readForm, type TypedValues } from '../../kit/ui/form/read-form.ts';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { Refused } from '../../kit/ui/states/Refused.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { PaperPreview } from './PaperPreview.tsx';
import { RevisionsTab } from './RevisionsTab.tsx';
import { useDuplicate } from './useDuplicate.ts';

const PAIRS = ['documentType', 'name', 'paper', 'orientation', 'copies', 'languages'] as const;
const BUILDING = ['logo', 'buildingName', 'address', 'taxCode', 'phone', 'email'] as const;
const MONEY = [
  'showBank',
  'bankAccountId',
  'qr',
  'showDebts',
  'showMeter',
  'showAmountInWords',
  'treasurerId',
] as const;
const WIDE = ['title', 'intro', 'closing', 'columns', 'signatures', 'footer', 'note'] as const;
const SENT = Object.entries(reportTemplate.fields).filter(([, field]) => !('readOnly' in field && field.readOnly));
const WIDTHS = {
  name: 260,
  documentType: 200,
  isDefault: 108,
  paper: 96,
  languages: 160,
  treasurerId: 180,
  revision: 80,
  updatedAt: 148,
};

/** Values of a form or record as the body of a preview request. */
function sentOf(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const filled = (value: unknown) => value !== null && value !== undefined && value !== '';
  return Object.fromEntries(
    SENT.flatMap(([name, field]) => {
      const value = values[name];
      if (!filled(value)) return [];
      if (field.kind === 'files')
        return [
          [name, (value as ({ id: string } | string)[]).map(item => (typeof item === 'string' ? item : item.id))],
        ];
      if (field.kind !== 'lines') return [[name, value]];
      const lines = (value as Record<string, unknown>[]).map(line =>
        Object.fromEntries(Object.entries(line).filter(([, text]) => filled(text))),
      );
      return [[name, lines]];
    }),
  );
}

/** Form fields with a preview of the rendered pages. */
function PaperFields() {
  const { getValues } = useFormContext<TypedValues>();
  const how = useWriting();
  useWatch<TypedValues>();
  const { values } = readForm(Object.fromEntries(SENT), getValues(), how, 'create');
  return (
    <>
      <FieldPairs names={[...PAIRS, ...BUILDING, ...MONEY]} wide={WIDE} />
      <PaperPreview values={sentOf(values)} />
    </>
  );
}

const FORM = {
  size: 'wide' as const,
  fields: [...PAIRS, ...BUILDING, ...MONEY, ...WIDE] as const,
  children: <PaperFields />,
};

/** Preview of a saved template with a real record, with a button to duplicate it. */
function PreviewTab({ id }: { id: string }) {
  const { t } = useTranslation('report-template');
  const mayWrite = useCan(reportTemplate.code, 'write');
  const duplicate = useDuplicate(reportTemplate, id);
  const { busy, error, code, run } = useSubmit();
  const { data } = useDetail(reportTemplate, id, { follow: reportTemplate.code });
  if (!data) return <SkeletonRows />;
  return (
    <DetailBody>
      {mayWrite && (
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, marginBottom: 12 }}>
          <Button size="sm" icon={Copy} busy={busy} onClick={() => void run(() => duplicate(data.name))}>
            {t('duplicate.open')}
          </Button>
          <Refused error={error} code={code} />
        </div>
      )}
      <PaperPreview values={sentOf({ ...data })} />
    </DetailBody>
  );
}

/** Report templates: sender, bank details and signatures on printed documents. */
export function Component() {
  const { t } = useTranslation('report-template');
  return (
    <RecordsPage
      definition={reportTemplate}
      widths={WIDTHS}
      form={FORM}
      detail={{
        extraTabs: id => [
          { value: 'preview', label: t('preview.tab'), content: <PreviewTab id={id} /> },
          {
            value: 'revisions',
            label: t('revisions.tab'),
            content: <RevisionsTab definition={reportTemplate} id={id} />,
          },
        ],
      }}
    />
  );
}
