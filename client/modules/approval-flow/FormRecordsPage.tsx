import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { ComponentProps } from 'react';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { useFlowTab } from './FlowTab.tsx';
import { useStepWording } from './wording.ts';

/** RecordsPage for forms with approval steps. */
export function FormRecordsPage<D extends Definition>(props: ComponentProps<typeof RecordsPage<D>>) {
  const extraTabs = useFlowTab(props.definition.name);
  const wording = useStepWording();
  return <RecordsPage {...props} detail={{ extraTabs, wording, ...props.detail }} />;
}
