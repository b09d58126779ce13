export { amqpAnswers, ensureDatabase, LOCAL_RABBIT_URL } from './backends.js';
export { readConstellationConfig, serviceEnvironment } from './configuration.js';
export { createConstellation } from './constellation.js';
export { doors } from './doors.js';
