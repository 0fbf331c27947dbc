/** The SDK writes its warnings to the console, where they would break up a screen. */
export function silenceSdk(): void {
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
}
