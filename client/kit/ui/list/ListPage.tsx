import { chakra } from '@chakra-ui/react';
import type { ColumnIn } from '@lobby/shared/kit/define-module.ts';
import type { Definition, RowOf } from '@lobby/shared/kit/definition.ts';
import { moneyShape } from '@lobby/shared/kit/money.ts';
import { useAtomValue } from 'jotai';
import { type ReactNode, useId, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordOf, Row } from '../../base/matches.ts';
import { useFormats } from '../../i18n/formats.ts';
import { tabOf } from '../../list/url.ts';
import { lazyPart } from '../layout/lazy-part.tsx';
import { TabPanel } from '../layout/Tabs.tsx';
import { Beside } from '../overlay/Drawer.tsx';
import { PartSkeleton } from '../states/PartSkeleton.tsx';
import { AskingDialog } from './AskingDialog.tsx';
import { BulkBar } from './bulk/BulkBar.tsx';
import { ColumnsMenu } from './columns/ColumnsMenu.tsx';
import {
  CHECK_WIDTH,
  fitColumns,
  foldedSums,
  foldsIn,
  moveBefore,
  orderOf,
  type UsualColumns,
} from './columns/columns.ts';
import { useColumns } from './columns/useColumns.ts';
import { usePlainColumns } from './columns/usePlainColumns.ts';
import { ExportButton } from './export/ExportButton.tsx';
import { ImportButton } from './export/ImportButton.tsx';
import { StatisticsButton } from './export/StatisticsButton.tsx';
import { fixedValues } from './filters/conditions.ts';
import { FilterBar } from './filters/FilterBar.tsx';
import { ListArea } from './ListArea.tsx';
import type { BulkExtras } from './model/bulk.ts';
import { useListModel } from './model/model.ts';
import { OpenRecord } from './OpenRecord.tsx';
import { CreateButton, PhoneBar } from './PhoneBar.tsx';
import { Grid } from './rows/Grid.tsx';
import type { Mode, RowDrawing, RowView } from './rows/row-view.ts';
import { States } from './States.tsx';
import { StatusTabs } from './StatusTabs.tsx';
import { ShapeSwitch, type Shapes, useShape } from './shapes/ShapeSwitch.tsx';
import { TitleBar } from './TitleBar.tsx';
import { useListLayout } from './useListLayout.ts';
import type { Nav } from './useNav.ts';

const Board = lazyPart(async () => (await import('./shapes/Board.tsx')).Board, PartSkeleton);
const Calendar = lazyPart(async () => (await import('./shapes/Calendar.tsx')).Calendar, PartSkeleton);

export interface ListPageProps<D extends Definition>
  extends RowDrawing<RowOf<D>, ColumnIn<D>>,
    Omit<UsualColumns<ColumnIn<D>>, 'drawn'> {
  definition: D;
  /** Query parameter of the open record. */
  param?: string;
  /** Filter set by navigation beside the list, such as a folder. */
  place?: string;
  onCreate?: () => void;
  /** Label of the primary button: `Tạo yêu cầu`. */
  createLabel?: string;
  /** Another act of the screen is primary. */
  second?: boolean;
  /** Replaces the definition's text of an empty list. */
  empty?: ReactNode;
  /** Content beside the title. */
  headExtras?: ReactNode;
  /** Content between title and tabs: totals. */
  strip?: ReactNode;
  /** Further acts on selected rows. */
  bulk?: BulkExtras;
  /** Other views of the records than the table. */
  shapes?: Shapes<RecordOf<D>, ColumnIn<D>>;
  /** The open record beside the list. */
  drawer?: (id: string, nav: Nav) => ReactNode;
}

/** Below this width in px, the button for a new record is an icon. */
const NARROW = 420;

type Assembled = Omit<ListPageProps<Definition>, keyof RowDrawing<Row>> & RowDrawing<Row>;

/** Widths `W` that name columns of the definition alone. */
export interface KnownWidths<D extends Definition, W> {
  widths?: W & { [N in Exclude<keyof W & string, ColumnIn<D>>]: never };
}

/** Screen of a list: title, tabs, filters, rows, bulk acts, and the open record beside them. */
export function ListPage<D extends Definition, W extends UsualColumns['widths']>(
  props: ListPageProps<D> & KnownWidths<D, W>,
) {
  const { definition, param = 'id', onCreate, place } = props;
  // Safe cast: rows follow their definition, and get its type here.
  const assembled = props as unknown as Assembled;
  return (
    <ListArea definition={definition} param={param} onCreate={onCreate} place={place}>
      <Assembly {...assembled} />
    </ListArea>
  );
}

function Assembly(props: Assembled) {
  const { drawer } = props;
  const { state } = useListModel();
  return (
    <Beside drawer={state.open !== null && drawer && <OpenRecord id={state.open} drawer={drawer} />}>
      <Listing {...props} />
    </Beside>
  );
}

function Listing({ headExtras, strip, empty, shapes, ...props }: Assembled) {
  const shape = useShape(shapes);
  const { definition, state, selects, selecting } = useListModel();
  const isSelecting = useAtomValue(selecting);
  const { cells, folded, card, unread, widths, hidden } = props;
  const panel = useId();
  const area = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const { cards, room } = useListLayout(area);
  const { t } = useTranslation([definition.name, 'kit']);
  const createLabel = props.createLabel ?? t(['actions.create', 'kit:form.create']);
  const formats = useFormats();
  const usual = useMemo(() => ({ widths, hidden, drawn: Object.keys(cells ?? {}) }), [widths, hidden, cells]);
  const { columns: whole, choice, setChoice } = useColumns(definition, usual);
  const plain = usePlainColumns();
  const always = folded !== undefined || moneyShape(definition) !== null;
  const tab = tabOf(definition, state.tab, state.filter);
  const fixed = useMemo(() => fixedValues(definition, tab), [definition, tab]);
  const { mode, columns } = useMemo(() => {
    const place = { room, choice, check: selects ? CHECK_WIDTH : 0, drawn: usual.drawn, fixed, ...plain };
    const folds = !cards && foldsIn(definition, whole, place, always);
    const mode: Mode = cards ? 'card' : folds ? 'folded' : 'table';
    return { mode, columns: mode === 'table' ? fitColumns(definition, whole, place) : whole };
  }, [definition, whole, cards, always, room, choice, selects, plain, usual, fixed]);
  const needed = columns.reduce((sum, column) => sum + column.width, selects ? CHECK_WIDTH : 0);
  const scrolls = needed > room;
  const view = useMemo((): RowView => {
    const context = { definition, t, formats, fixed };
    const picks = selects && (mode !== 'card' || isSelecting);
    const sums = foldedSums(definition, columns, tab);
    return { definition, mode, columns, sums, selects: picks, scrolls, context, cells, folded, card, unread };
  }, [definition, mode, columns, tab, selects, isSelecting, scrolls, t, formats, fixed, cells, folded, card, unread]);
  const resize = (field: string, width: number) =>
    setChoice({ ...choice, widths: { ...choice.widths, [field]: width } });
  const move = (field: string, before: string | null) =>
    setChoice({ ...choice, order: moveBefore(orderOf(definition, choice.order), field, before) });
  const beside = state.open !== null;
  const phone = mode === 'card';
  const tabbed = shape !== 'board' && !(shape === 'calendar' && shapes?.calendar?.untabbed);
  const calendar = shape === 'calendar' ? shapes?.calendar : undefined;
  const extras = (
    <>
      {headExtras}
      {shapes && <ShapeSwitch shapes={shapes} />}
    </>
  );
  const body = (
    <>
      {!phone && <FilterBar folded={mode === 'folded'} counts={tabbed} calendar={calendar} />}
      {shape === 'board' && shapes?.board && <Board {...shapes.board} />}
      {shape === 'calendar' && shapes?.calendar && <Calendar {...shapes.calendar} />}
      {shape === 'table' && (
        <States folded={mode === 'folded'} createLabel={createLabel} empty={empty}>
          <Grid box={box} view={view} onResize={resize} onMove={move} />
        </States>
      )}
    </>
  );
  return (
    <chakra.div ref={area} display="flex" flexDirection="column" flex="1" minW="0" minH="0" position="relative">
      {phone ? (
        <PhoneBar extras={extras} calendar={calendar} />
      ) : (
        <TitleBar createLabel={createLabel} quiet={beside} second={props.second} narrow={room < NARROW} extras={extras}>
          {/* Folded rows have no columns, and what is done with the whole list waits until the record is closed. */}
          {mode === 'table' && (
            <>
              <ColumnsMenu
                shown={columns.map(({ field }) => field)}
                left={whole.length - columns.length}
                choice={choice}
                onChange={setChoice}
              />
              <ImportButton />
              <StatisticsButton />
            </>
          )}
          <ExportButton />
        </TitleBar>
      )}
      {!(beside && mode === 'folded') && strip}
      {tabbed && <StatusTabs panel={panel} />}
      {tab && tabbed ? (
        <TabPanel id={panel} value={tab}>
          {body}
        </TabPanel>
      ) : (
        body
      )}
      {phone && !isSelecting && <CreateButton label={createLabel} />}
      <BulkBar extras={props.bulk} />
      <AskingDialog />
    </chakra.div>
  );
}
