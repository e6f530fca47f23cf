import type { ContractTemplateRow } from '@lobby/shared/modules/contract-template.ts';
import { contractTemplate } from '@lobby/shared/modules/contract-template.ts';
import { type RentalContractRow, rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { useEffect, useState } from 'react';
import { request } from '../../../kit/api.ts';
import { type Ref, searchRefs } from '../../../kit/refs.ts';
import type { Place } from './useContractWords.ts';

export interface Printed {
  contract: RentalContractRow;
  place: Place;
  templates: readonly Ref[];
}
export type Loaded<T> = T | 'loading' | 'failed';

/** Reads a contract, where it is, and what it can be printed from. */
export function usePrinted(projectId: string, id: string): Loaded<Printed> {
  const [state, setState] = useState<Loaded<Printed>>('loading');
  useEffect(() => {
    let wanted = true;
    setState('loading');
    Promise.all([
      request<RentalContractRow>('GET', `${rentalContract.path}/${id}`, { projectId }),
      request<Place>('GET', `/unit-group/${projectId}`),
      searchRefs(contractTemplate.name, '', { active: 'true' }),
    ]).then(
      ([contract, place, templates]) => wanted && setState({ contract: contract.data, place: place.data, templates }),
      () => wanted && setState('failed'),
    );
    return () => {
      wanted = false;
    };
  }, [projectId, id]);
  return state;
}

/** The text of a template; null where none is chosen. */
export function useTemplateText(projectId: string, id: string | null): Loaded<string> | null {
  const [read, setRead] = useState<{ id: string; text: Loaded<string> } | null>(null);
  useEffect(() => {
    if (!id) return;
    let wanted = true;
    request<ContractTemplateRow>('GET', `${contractTemplate.path}/${id}`, { projectId }).then(
      ({ data }) => wanted && setRead({ id, text: data.text }),
      () => wanted && setRead({ id, text: 'failed' }),
    );
    return () => {
      wanted = false;
    };
  }, [projectId, id]);
  if (!id) return null;
  return read?.id === id ? read.text : 'loading';
}
