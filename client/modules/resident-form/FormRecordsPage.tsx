import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { UsualColumns } from '../../kit/ui/list/columns/columns.ts';
import type { KnownWidths } from '../../kit/ui/list/ListPage.tsx';
import { RecordsPage, type RecordsPageProps } from '../../kit/ui/pages/RecordsPage.tsx';
import { useFlowTab, useStepWording } from '../approval-flow/index.ts';

/** RecordsPage for forms with approval steps. */
export function FormRecordsPage<D extends Definition, W extends UsualColumns['widths']>(
  props: RecordsPageProps<D> & KnownWidths<D, W>,
) {
  const extraTabs = useFlowTab(props.definition.name);
  const wording = useStepWording();
  return <RecordsPage {...props} detail={{ extraTabs, wording, ...props.detail }} />;
}
