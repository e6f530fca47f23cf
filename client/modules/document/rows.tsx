import { type DocumentRow, document } from '@lobby/shared/modules/document.ts';
import { FileImage, FileSpreadsheet, FileText, FileType2, Lock, type LucideIcon, UserRound, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { now } from '../../kit/http/clock.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useRefName } from '../../kit/refs/refs.ts';
import { sizeOf } from '../../kit/ui/form/inputs/files/FileTile.tsx';
import { CardRow } from '../../kit/ui/list/rows/CardCells.tsx';
import { FoldedRow } from '../../kit/ui/list/rows/FoldedCells.tsx';
import type { RowDrawing } from '../../kit/ui/list/rows/row-view.ts';
import { styleClass } from '../../theme/classes.ts';

const markClass = styleClass({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  minW: '0',
  maxW: 'full',
  verticalAlign: 'middle',
  '& > svg': { flex: 'none', w: '4', h: '4', color: 'fg.muted' },
});

export const TYPE_ICONS: Record<NonNullable<DocumentRow['type']>, LucideIcon> = {
  PDF: FileText,
  IMAGE: FileImage,
  WORD: FileType2,
  EXCEL: FileSpreadsheet,
};
const AUDIENCE_ICONS: Record<DocumentRow['audience'], LucideIcon> = { STAFF: Lock, RESIDENTS: Users, UNITS: UserRound };

export function Named({ row }: { row: Pick<DocumentRow, 'name' | 'type'> }) {
  const Icon = TYPE_ICONS[row.type ?? 'PDF'];
  return (
    <span className={markClass()}>
      <Icon aria-hidden />
      <span className="cut">{row.name}</span>
    </span>
  );
}

/** Audience with icon. */
export function Audience({ audience }: Pick<DocumentRow, 'audience'>) {
  const { t } = useTranslation(document.name);
  const Icon = AUDIENCE_ICONS[audience];
  return (
    <span className={markClass()}>
      <Icon aria-hidden />
      <span className="cut">{t(`options.audience.${audience}`)}</span>
    </span>
  );
}

function AudienceNote({ audience }: Pick<DocumentRow, 'audience'>) {
  return useTranslation(document.name).t(`options.audience.${audience}`);
}

function Size({ size }: Pick<DocumentRow, 'size'>) {
  const { number } = useFormats();
  return size === null ? null : sizeOf(size, number);
}

function Shelf({ row }: { row: DocumentRow }) {
  return useRefName('folder', row.folderId);
}

function When({ at }: { at: string | null }) {
  const { when } = useFormats();
  return at && <time dateTime={at}>{when(at, now())}</time>;
}

export const cells: RowDrawing<DocumentRow>['cells'] = {
  name: row => <Named row={row} />,
  audience: row => <Audience audience={row.audience} />,
  size: row => <Size size={row.size} />,
  filedAt: ({ filedAt }, { formats }) => filedAt && formats.date(filedAt),
};

/** Collapsed row beside the open document. */
export const folded = (row: DocumentRow) => (
  <FoldedRow
    id={row.id}
    title={<Named row={row} />}
    meta={[
      <Shelf key="shelf" row={row} />,
      <AudienceNote key="told" audience={row.audience} />,
      <When key="when" at={row.filedAt} />,
    ]}
  />
);

/** List card on phones. */
export const card = (row: DocumentRow) => (
  <CardRow
    id={row.id}
    lead={<Shelf row={row} />}
    time={<When at={row.filedAt} />}
    title={<Named row={row} />}
    status={<Audience audience={row.audience} />}
    kind={<Size size={row.size} />}
  />
);
