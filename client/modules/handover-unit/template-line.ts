/** What is looked at in a room, as a template says it. */
export interface TemplateLine {
  roomId: string;
  itemId: string;
  quantity: number;
  required: boolean;
}
