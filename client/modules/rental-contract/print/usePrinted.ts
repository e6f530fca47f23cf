import type { RowOf } from '@lobby/shared/kit/definition.ts';
import type { oneProject } from '@lobby/shared/kit/project.contract.ts';
import { contractTemplate } from '@lobby/shared/modules/contract-template.ts';
import { type RentalContractRow, rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { type Call, request } from '../../../kit/http/api.ts';
import { callContract } from '../../../kit/http/contract.ts';
import { type Query, useQuery } from '../../../kit/live/useQuery.ts';
import { useDetail } from '../../../kit/live/useRows.ts';
import { type Ref, searchRefs } from '../../../kit/refs/refs.ts';
import type { Place } from './useContractWords.ts';

export interface Printed {
  contract: RentalContractRow;
  place: Place;
  templates: readonly Ref[];
}

/** Contract, project address and available templates. */
export function usePrinted(projectId: string, id: string): Query<Printed> {
  const read = async (path: string, call: Call): Promise<Printed> => {
    const [contract, place, templates] = await Promise.all([
      request<RentalContractRow>('GET', path, call),
      callContract<typeof oneProject>('GET', '/unit-group/:id', { params: { id: projectId } }),
      searchRefs(contractTemplate.name, '', { active: 'true' }),
    ]);
    return { contract: contract.data, place: place.data, templates };
  };
  return useQuery<Printed>(`${rentalContract.path}/${id}`, { scope: { projectId }, read });
}

/** The chosen template. */
export function useTemplate(projectId: string, id: string | null): Query<RowOf<typeof contractTemplate>> {
  return useDetail(contractTemplate, id, { scope: { projectId } });
}
