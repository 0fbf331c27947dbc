/** What `huddle help` explains besides commands. */
export const topicNames = ["budgets", "models", "phases", "shipping", "exit-codes"] as const;
export type TopicName = (typeof topicNames)[number];
