import { chakra } from '@chakra-ui/react';
import type { Definition, RowOf } from '@lobby/shared/kit/definition.ts';
import { useAtomValue } from 'jotai';
import { type ReactNode, useId, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../formats.ts';
import type { Row } from '../../matches.ts';
import { Beside } from '../Drawer.tsx';
import { ImportButton } from '../import/ImportButton.tsx';
import { TabPanel } from '../Tabs.tsx';
import { AskingDialog } from './AskingDialog.tsx';
import { BulkBar, type BulkExtras } from './BulkBar.tsx';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { CHECK_WIDTH, moveBefore, orderOf } from './columns.ts';
import { ExportButton } from './ExportButton.tsx';
import { FilterBar } from './FilterBar.tsx';
import { Grid } from './Grid.tsx';
import { HelpDialog } from './HelpDialog.tsx';
import { ListArea } from './ListArea.tsx';
import { useListModel } from './model.ts';
import { Opened } from './Opened.tsx';
import { CreateButton, PhoneBar } from './PhoneBar.tsx';
import type { RowDrawing, RowView } from './row-view.ts';
import { States } from './States.tsx';
import { StatusTabs } from './StatusTabs.tsx';
import { TitleBar } from './TitleBar.tsx';
import { type UsualColumns, useColumns } from './useColumns.ts';
import { tabOf } from './useLiveList.ts';
import { useMode } from './useMode.ts';
import type { Nav } from './useNav.ts';

export interface ListPageProps<D extends Definition> extends RowDrawing<RowOf<D>>, UsualColumns {
  definition: D;
  /** Search parameter of the open record. */
  param?: string;
  /** The filter that says where the list is read, chosen beside it: a folder. */
  place?: string;
  onCreate?: () => void;
  /** The word of the primary button: `Tạo yêu cầu`. */
  createLabel?: string;
  /** Instead of the words of the definition, where there is nothing at all. */
  empty?: ReactNode;
  /** Beside the title. */
  headExtras?: ReactNode;
  /** Fields named over the time and status of folded rows. */
  foldedHead?: readonly [string, string];
  /** Further acts on the chosen rows, in the bar that they call up. */
  bulk?: BulkExtras;
  /** The open record, beside the list. */
  drawer?: (id: string, nav: Nav) => ReactNode;
}

type Assembled = Omit<ListPageProps<Definition>, keyof RowDrawing<Row>> & RowDrawing<Row>;

/** The screen of a list: title, tabs, filters, rows, acts on many, and the open record beside them. */
export function ListPage<D extends Definition>(props: ListPageProps<D>) {
  const { definition, param = 'id', onCreate, place } = props;
  // The server's rows keep to their definition: here they get its type.
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
    <Beside drawer={state.open !== null && drawer && <Opened id={state.open} drawer={drawer} />}>
      <Listing {...props} />
    </Beside>
  );
}

/** The last time among the columns, and the status. */
function usualFoldedHead({ list, fields, statuses }: Definition): readonly [string, string] | undefined {
  const time = list.columns.findLast(field => fields[field]?.kind === 'instant');
  return time && statuses ? [time, 'status'] : undefined;
}

function Listing({ createLabel, headExtras, empty, foldedHead, ...props }: Assembled) {
  const { definition, state, selects, selecting } = useListModel();
  const isSelecting = useAtomValue(selecting);
  const { cells, folded, card, unread, widths, hidden } = props;
  const panel = useId();
  const area = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const { mode, room } = useMode(area, folded !== undefined);
  const { t } = useTranslation([definition.name, 'kit']);
  const formats = useFormats();
  const usual = useMemo(() => ({ widths, hidden }), [widths, hidden]);
  const { columns, choice, setChoice } = useColumns(definition, usual);
  const needed = columns.reduce((sum, column) => sum + column.width, selects ? CHECK_WIDTH : 0);
  const scrolls = needed > room;
  const view = useMemo((): RowView => {
    const context = { definition, t, formats };
    const picks = selects && (mode !== 'card' || isSelecting);
    return { definition, mode, columns, selects: picks, scrolls, context, cells, folded, card, unread };
  }, [definition, mode, columns, selects, isSelecting, scrolls, t, formats, cells, folded, card, unread]);
  const resize = (field: string, width: number) =>
    setChoice({ ...choice, widths: { ...choice.widths, [field]: width } });
  const move = (field: string, before: string | null) =>
    setChoice({ ...choice, order: moveBefore(orderOf(definition, choice.order), field, before) });
  const beside = state.open !== null;
  const tab = tabOf(definition, state.tab);
  const phone = mode === 'card';
  const body = (
    <>
      {!phone && <FilterBar folded={mode === 'folded'} />}
      <States folded={mode === 'folded'} createLabel={createLabel} empty={empty}>
        <Grid
          box={box}
          view={view}
          foldedHead={foldedHead ?? usualFoldedHead(definition)}
          onResize={resize}
          onMove={move}
        />
      </States>
    </>
  );
  return (
    <chakra.div ref={area} display="flex" flexDirection="column" flex="1" minW="0" minH="0" position="relative">
      {phone ? (
        <PhoneBar extras={headExtras} />
      ) : (
        <TitleBar createLabel={createLabel} quiet={beside} extras={headExtras}>
          <ColumnsMenu shown={columns.map(({ field }) => field)} choice={choice} onChange={setChoice} />
          <ImportButton />
          <ExportButton />
        </TitleBar>
      )}
      <StatusTabs panel={panel} />
      {tab ? (
        <TabPanel id={panel} value={tab}>
          {body}
        </TabPanel>
      ) : (
        body
      )}
      {phone && !isSelecting && <CreateButton />}
      <BulkBar extras={props.bulk} />
      <AskingDialog />
      <HelpDialog />
    </chakra.div>
  );
}
