/** Where the code of a unit leads: the unit itself, to whoever may see it. */
export function unitLink(projectId: string, id: string): string {
  return `${location.origin}/projects/${projectId}/units?id=${id}`;
}
