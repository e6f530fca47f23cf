/** Address in the QR code of a unit: opens the unit for users who may read it. */
export function unitLink(projectId: string, id: string): string {
  return `${location.origin}/projects/${projectId}/units?id=${id}`;
}
